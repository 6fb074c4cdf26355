"""A game in play or under study: the start, the tree of moves, where one is, and what the player may see.

Every front end is a thin layer over this.
"""

from winnable.session.session import Session
from winnable.session.tree import Node, View

__all__ = ["Node", "Session", "View"]
