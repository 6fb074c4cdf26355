"""Deal numbers, held against decks from other programs."""
