"""Pile-building games of one deck, all cards face up: FreeCell and its kin."""
