"""Studies: questions about many deals at once."""
