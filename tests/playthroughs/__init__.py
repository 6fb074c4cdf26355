"""Golden playthroughs, one text for each registered game."""
