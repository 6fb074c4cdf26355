"""Text in and out."""
