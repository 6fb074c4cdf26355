"""The families of games: one folder each."""
