"""Perft counts: how many sequences of legal moves start from a deal."""
