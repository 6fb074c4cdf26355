"""Undead."""
