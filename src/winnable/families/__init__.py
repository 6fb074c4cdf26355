"""Families of games: each a folder, and each declared by one value."""
