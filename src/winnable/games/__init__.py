"""The games, one small file each; :mod:`winnable.games.registry` knows them by name."""

from winnable.games.registry import game_names, get_game

__all__ = ["game_names", "get_game"]
