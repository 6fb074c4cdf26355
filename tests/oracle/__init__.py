"""A slow, independent statement of the rules, to hold the native engines against.

Nothing here imports ``winnable`` and nothing is shared with it but the numbers of cards and piles. Positions
are tuples of tuples, every rule is a plain function, and no attempt is made to be quick.

cards       numbers, ranks, suits and the Microsoft deal generator

Pile-building games, the FreeCell family:

rules       positions, moves, what is legal, what a move does
games       each game of the family: its rules and its layout
supermove   group moves by brute force, one card at a time
notation    moves as text
autoplay    the four policies, from their wording
solve       exhaustive search over positions up to the order of columns and cells
pysol       names and cards of a second source of layouts
toys        small positions: decks whose lower ranks are already home

Pairing games, Pyramid and its kin:

pairing         rows, columns, stock and waste, moves as text, points
pairing_games   each variant, and mixtures of rules that no variant has
pairing_solve   all positions within reach, and what can be read off

Undead:

undead      what is seen, moves as text, outcomes, all solutions by trying everything
undead_sat  the same as a formula for python-sat, for larger boards
"""
