"""Automatic moves to the foundations, from the wording of the four policies.

none   nothing moves by itself.
max    whatever fits a foundation.
horne  an ace and a two always; a card N when every card that could be built on it is home. In alternating
       colours those are both cards N-1 of the other colour; in suit, the one below it, which is home already;
       where any suit is built on any, the three cards N-1 of the other suits.
safe   Raymond, in games of alternating colours: as horne, or both cards N-2 of the other colour and the card
       N-3 of the other suit of the same colour are home. In other games as horne.

horne and safe must never lose a won game. So neither sends a card home where groups land on cards that
single cards may not, and where cards may come back off the foundations only once all cards two or more
ranks lower are home.
"""

from .cards import is_red, rank, suit
from .rules import (
    FIRST_FOUNDATION,
    Move,
    Position,
    Rules,
    alternate,
    is_home_next,
    legal_moves,
    play_unchecked,
)

POLICIES = ("none", "horne", "safe", "max")


def goes_home(rules: Rules, position: Position, card: int, policy: str) -> bool:
    """Whether ``policy`` sends ``card`` home now. The card must be next on its foundation."""
    if policy == "none" or not is_home_next(position, card):
        return False
    if policy == "max":
        return True
    drops = rules.drops or rules.builds
    if any(drops(a, b) and not rules.builds(a, b) for a in range(52) for b in range(52)):
        return False
    number = position.home[suit(card)] + 1  # 1 = ace, counted from the foundations' base
    if rules.takes_back and any(count < number - 2 for count in position.home):
        return False
    if number <= 2:
        return True
    below = [other for other in range(52) if rules.builds(other, card) or drops(other, card)]
    horne = all(is_home(position, other) for other in below)
    if policy == "horne" or rules.builds is not alternate:
        return horne
    others = [position.home[s] for s in range(4) if is_red(s) != is_red(card)]
    (twin,) = (position.home[s] for s in range(4) if is_red(s) == is_red(card) and s != suit(card))
    return horne or (min(others) >= number - 2 and twin >= number - 3)


def is_home(position: Position, card: int) -> bool:
    return (rank(card) - position.base) % 13 < position.home[suit(card)]


def autoplay(rules: Rules, position: Position, policy: str) -> list[Move]:
    """The moves home that follow by themselves, one after another, until no card goes."""
    done: list[Move] = []
    while True:
        for move in legal_moves(rules, position):
            upward = move.to_pile >= FIRST_FOUNDATION
            if upward and goes_home(rules, position, _moving(position, move), policy):
                done.append(move)
                position = play_unchecked(rules, position, move)
                break
        else:
            return done


def _moving(position: Position, move: Move) -> int:
    if move.from_pile < 16:
        return position.columns[move.from_pile][-1]
    card = position.cells[move.from_pile - 16]
    assert card is not None
    return card
