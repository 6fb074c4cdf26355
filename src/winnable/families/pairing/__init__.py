"""Pairing games: Pyramid and its kin."""
