"""What a position is worth: verdicts of its moves, hints with reasons."""
