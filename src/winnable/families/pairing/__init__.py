"""Pyramid and its kin: games in which pairs of cards leave."""
