"""FreeCell and its kin: games that build on piles with every card seen."""
