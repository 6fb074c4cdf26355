"""Boards as text and as drawings."""
