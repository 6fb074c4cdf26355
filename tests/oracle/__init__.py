"""A slow, independent statement of the rules of the FreeCell family, to hold the native engine against.

Nothing here imports ``winnable`` and nothing is shared with it but the numbers of cards and piles. Positions
are tuples of tuples, every rule is a plain function, and no attempt is made to be quick.

cards       numbers, ranks, suits and the Microsoft deal generator
rules       positions, moves, what is legal, what a move does
games       each game of the family: its rules and its layout
supermove   group moves by brute force, one card at a time
notation    moves as text
autoplay    the four policies, from their wording
solve       exhaustive search over positions up to the order of columns and cells
pysol       names and cards of a second source of layouts
toys        small positions: decks whose lower ranks are already home
"""
