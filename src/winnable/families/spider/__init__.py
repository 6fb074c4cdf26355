"""Spider and its kin: pile-building games that hide cards, or have several decks."""
