"""A picture of a game read whole: its table, its position as text, and what is doubtful about it.

The eyes find the cards and say on which pile each lies, readers say how probable each card is at each place,
and ``assign`` finds the most probable table that the deck allows. A card that is not certain is never given
as certain: it is a doubt, and the position has a question mark behind it, so that no command reads it by
mistake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence, Set
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING, Final

from winnable.cards import CARDS, DECK_SIZE, UNKNOWN, Card, Suit, format_card
from winnable.errors import InputError
from winnable.screen.game_decks import deck_of, games_like, suits_shown
from winnable.screen.reading import Doubt, Reading, Spot
from winnable.text.laid import LaidPile

if TYPE_CHECKING:
    from winnable.screen.assign import Assigned
    from winnable.screen.combine import Combined
    from winnable.screen.seen import CardReader, Picture, Scores, SeenCard, SeenPile, SeenTable

    LayOut = Callable[[Picture, str], SeenTable]

__all__ = ["CERTAIN", "read_picture", "read_table", "settled", "spots_of"]

CERTAIN: Final = 0.95  # a card that is less probable than this is a doubt
_FITS: Final = -5.0  # natural logarithm, a card's share in how well a deck fits: one that does is better
_CLEARLY: Final = 5.0  # natural logarithm, by which other suits must fit a deck better than likelier ones
_OWN: Final = 0.5  # of a card's probability: the least that it is one of the deck's, if the deck fits
_GUESS: Final = 0.2  # less than that is no guess worth showing: the card is not known
_AGAINST: Final = 0.02  # of the likeliest card's probability at a place: less speaks against a card there
MARK: Final = "?"  # behind a doubtful card


def read_table(
    picture: Picture,
    game: str = "",
    readers: Sequence[CardReader] | None = None,
    *,
    lay_out: LayOut | None = None,
) -> Reading:
    """What is on a picture of a table of cards.

    Args:
        picture: an array of shape (height, width, 3), RGB, uint8.
        game: as it is spelled, or empty to tell it from the picture. Without options after a colon it may
            turn out to be one with another deck, such as Spider with one suit.
        readers: what tells the cards; by default the best that are there.
        lay_out: what finds them.

    Raises:
        InputError: no board is found, or none of this game.
    """
    from winnable.screen.combine import combine, usual_readers

    begun = perf_counter()
    if lay_out is None:
        from winnable.screen.layout import lay_out as usual

        lay_out = usual
    table = lay_out(picture, game)
    cards = [card for _, card in spots_of(table)]
    if not cards:
        raise InputError("no card that lies face up is found", mend="show the whole table")
    chosen = usual_readers() if readers is None else readers
    evidence = combine(chosen, picture, cards)
    first = Reading(table.game, "", notes=table.notes, readers=tuple(reader.name for reader in chosen))
    found = settled(first, table, evidence, games_like(game or table.game))
    return replace(found, seconds=perf_counter() - begun)


def read_picture(picture: Picture, game: str = "") -> Reading:
    """What is on a picture: a table of cards, or a puzzle on squares.

    InputError where it is none, or none of the game that is named.
    """
    from winnable.registry import get_game

    if game:
        return _read_squares(picture) if get_game(game).info.on_squares else read_table(picture, game)
    try:
        table = read_table(picture)
    except InputError as no_table:
        try:
            return _read_squares(picture)
        except InputError:
            raise no_table from None
    if table.certain:
        return table
    try:
        board = _read_squares(picture)  # whose squares may have been taken for cards
    except InputError:
        return table
    return board if board.certain else table


def _read_squares(picture: Picture) -> Reading:
    from winnable.screen.squares import read_squares

    board = read_squares(picture)
    doubts = tuple(
        Doubt(doubt.name, doubt.box, doubt.value, doubt.confidence, doubt.others) for doubt in board.doubts
    )
    return Reading(
        board.game,
        board.seen,
        doubts,
        board.problems,
        seconds=board.seconds,
        readers=("squares",),
    )


def spots_of(table: SeenTable) -> Iterator[tuple[Spot, SeenCard]]:
    """The cards that lie face up, each with its place."""
    for pile in table.piles:
        for index, card in enumerate(pile.cards):
            if card.up:
                yield (pile.name, index), card


def settled(reading: Reading, table: SeenTable, evidence: Combined, games: Sequence[str]) -> Reading:
    """The reading with its cards, doubts and text; of several games the one whose deck fits best."""
    import numpy as np

    spots = [spot for spot, _ in spots_of(table)]
    scores = evidence.scores.copy()
    for i, spot in enumerate(spots):
        if spot in reading.told:
            scores[i] = 0.0
            scores[i, reading.told[spot].index] = 1.0
    game, suits, assigned = _best_deck(scores, games, table, spots)
    scores = _in_suits(scores, suits)
    of_deck = np.zeros(DECK_SIZE)
    of_deck[[card.index for card in deck_of(game)]] = 1.0
    doubts = tuple(_doubts(reading, table, scores * of_deck, evidence, assigned))
    if doubts and suits == tuple(Suit):
        numbered = _numbered(reading, table, scores, assigned, doubts, game)
        if numbered is not None:
            return settled(numbered, table, evidence, games)
    unknown = {doubt.spot for doubt in doubts if doubt.value == str(UNKNOWN)}
    read = _filled(table, assigned, game)
    notes = reading.notes
    if len(games) > 1 and game != games[0]:
        notes = (*notes, f"taken for {game}, by its cards")
    if suits != tuple(Suit):
        notes = (*notes, _other_suits(game, suits))
    spelled, seen, problems = _written(read, game, {doubt.spot for doubt in doubts if doubt.spot}, unknown)
    if table.notes and not problems and UNKNOWN in (card.card for card in read.cards):
        # What the eyes are not sure of may be how many cards lie face down, which no count of a deck checks.
        problems = table.notes
    return replace(
        reading,
        game=spelled,
        seen=seen,
        doubts=doubts,
        problems=problems,
        notes=notes,
        table=replace(read, game=spelled),
        evidence=evidence,
    )


def _best_deck(
    scores: Scores, games: Sequence[str], table: SeenTable, spots: Sequence[Spot]
) -> tuple[str, tuple[Suit, ...], Assigned]:
    """The game whose deck fits best, the suits in which it is shown, and the cards."""
    from math import log

    best: tuple[float, str, tuple[Suit, ...], Assigned] | None = None
    wrong: list[InputError] = []
    settled = ""  # the game of which other suits need not be tried
    for game, suits in _decks(games):
        if game == settled:
            continue
        shown = _in_suits(scores, suits)
        try:
            found = _with_what_lies_below(shown, game, table, spots)
        except InputError as error:
            wrong.append(error)
            continue
        # Cards of a small deck are each more often there: without this the largest deck would always do.
        fit = found.log_probability - len(spots) * log(len(deck_of(game)))
        # Where suits could change places in a deck, cards that may be of either do not decide.
        if best is None or fit > best[0] + (_CLEARLY if best[1] == game else 0.0):
            best = fit, game, suits, found
            # A few cards of another suit than it has speak against a deck, though all others fit.
            own = shown[:, [card.index for card in deck_of(game)]].sum(1)
            if fit > _FITS * len(spots) and own.min() >= _OWN:
                settled = game
    if best is None:
        raise wrong[0]
    return best[1:]


def _decks(games: Sequence[str]) -> Iterator[tuple[str, tuple[Suit, ...]]]:
    """The games' decks, each in all suits in which a program may show it."""
    for game in games:
        for suits in suits_shown(game):
            yield game, suits


def _in_suits(scores: Scores, suits: Sequence[Suit]) -> Scores:
    """Scores of cards as they are shown, by the game's own cards: ``suits`` are shown for C D H S."""
    return scores[:, [Card.of(card.rank, suits[card.suit]).index for card in CARDS]]


def _other_suits(game: str, suits: Sequence[Suit]) -> str:
    own = sorted({card.suit for card in deck_of(game)})
    told = " and ".join(
        f"{suits[suit].name.lower()} for {suit.name.lower()}" for suit in own if suits[suit] != suit
    )
    return f"the program shows {told}"


def _with_what_lies_below(scores: Scores, game: str, table: SeenTable, spots: Sequence[Spot]) -> Assigned:
    """The most probable table, the cards counted that must lie below the tops of the foundations."""
    from winnable.screen.assign import assign

    found = assign(scores, deck_of(game))
    tops = {pile.name for pile in table.piles if pile.role == "foundation" and len(pile.cards) == 1}
    below = [
        card
        for (pile, _), top in zip(spots, found.cards, strict=True)
        if pile in tops
        for card in _below(top, game)
    ]
    if not below:
        return found
    try:
        return assign(scores, deck_of(game), below)
    except InputError:  # foundations that start elsewhere: what was written of the game says so
        return found


def _below(top: Card, game: str) -> list[Card]:
    """The cards below one that lies on a foundation: of a run that left, or of those up from the ace."""
    from winnable.cards import Rank
    from winnable.registry import get_game

    suit = [Card.of(rank, top.suit) for rank in Rank]
    if get_game(game).info.runs_leave:
        return [card for card in suit if card is not top]
    return suit[: top.rank]


def _doubts(
    reading: Reading, table: SeenTable, scores: Scores, evidence: Combined, assigned: Assigned
) -> Iterator[Doubt]:
    for i, (spot, card) in enumerate(spots_of(table)):
        if spot in reading.told:
            continue
        chosen, sure = assigned.cards[i], assigned.confidence[i]
        likeliest = Card.from_index(int(scores[i].argmax()))
        against = scores[i, chosen.index] < _AGAINST * scores[i].max()
        if sure >= CERTAIN and not against:
            continue
        others = assigned.others(i)[:4]
        if against:
            why = f"it looks like {likeliest}, which lies elsewhere"
            others = tuple(dict.fromkeys((likeliest, chosen, *others)))[:4]
            sure = min(sure, float(scores[i, chosen.index] / scores[i].max()))
        else:
            why = evidence.quarrels.get(i, "")
        if sure < _GUESS:
            others, chosen = others if against else (), UNKNOWN
        name = f"{spot[0]}, card {spot[1] + 1}"
        yield Doubt(name, card.box, str(chosen), sure, tuple(map(str, others)), why, spot)


def _numbered(
    reading: Reading,
    table: SeenTable,
    scores: Scores,
    assigned: Assigned,
    doubts: Sequence[Doubt],
    game: str,
) -> Reading | None:
    """The reading with the doubtful cards told by the numbered deal that lies there; None if none does."""
    from winnable.screen.numbered import LEAST_CERTAIN, deal_that_fits, dealt_places

    spots = [spot for spot, _ in spots_of(table)]
    places = dealt_places(game)
    if places is None or len(spots) - len(doubts) < LEAST_CERTAIN:
        return None
    lying = {(pile.name, index) for pile in table.piles for index in range(len(pile.cards))}
    if lying != places.keys():
        return None  # it has been played on
    doubtful = {doubt.spot for doubt in doubts}
    may_be = scores >= _AGAINST * scores.max(axis=1, keepdims=True)
    for i, (spot, card) in enumerate(zip(spots, assigned.cards, strict=True)):
        if spot not in doubtful:
            may_be[i] = False
            may_be[i, card.index] = True
    deal = deal_that_fits([places[spot] for spot in spots], may_be)
    if deal is None:
        return None
    number, cards = deal
    told = {spot: card for spot, card in zip(spots, cards, strict=True) if spot in doubtful}
    note = f"taken for deal ms:{number}, the only one that has each card that is certain in its place"
    return replace(reading, told={**reading.told, **told}, notes=(*reading.notes, note))


def _filled(table: SeenTable, assigned: Assigned, game: str) -> SeenTable:
    """The table with its cards."""
    places = iter(range(len(assigned.cards)))

    def card_of(card: SeenCard) -> SeenCard:
        if not card.up:
            return replace(card, card=UNKNOWN, confidence=1.0)
        i = next(places)
        return replace(
            card, card=assigned.cards[i], confidence=assigned.confidence[i], others=assigned.others(i)[:4]
        )

    piles = tuple(replace(pile, cards=tuple(map(card_of, pile.cards))) for pile in table.piles)
    return replace(table, game=game, piles=piles)


def _written(
    table: SeenTable, spelled: str, doubtful: Set[Spot], unknown: Set[Spot | None]
) -> tuple[str, str, tuple[str, ...]]:
    """The game, the position as text, and why it is none; doubtful cards marked, unknown ones ``???``."""
    from winnable.family import require
    from winnable.registry import get_game

    game = get_game(spelled)
    writer = require(game, "table_text", game.family.table_text)()
    marked = [_laid(pile, doubtful, unknown) for pile in table.piles]
    try:
        written = writer(game, marked)
    except InputError as error:
        return spelled, _rough(marked), (str(error),)
    bare = writer(game, [_laid(pile) for pile in table.piles])
    return written.game, written.text, _problems(written.game, bare.text)


def _laid(
    pile: SeenPile, doubtful: Set[Spot] = frozenset(), unknown: Set[Spot | None] = frozenset()
) -> LaidPile:
    words = []
    for index, card in enumerate(pile.cards):
        spot = pile.name, index
        known = UNKNOWN if card.card is None or spot in unknown else card.card
        words.append(format_card(known) + (MARK if spot in doubtful else ""))
    return LaidPile(pile.name, pile.role, tuple(words), sum(not card.up for card in pile.cards))


def _rough(piles: Sequence[LaidPile]) -> str:
    """The piles in lines of their own, where they are no whole position: no form that is read."""
    return "".join(f"{pile.name}: {' '.join(pile.words)}\n" for pile in piles if pile.words)


def _problems(spelled: str, text: str) -> tuple[str, ...]:
    """What keeps the text from being a position of the game."""
    from winnable.analysis.hint import can_hide
    from winnable.family import observed
    from winnable.reading import only_entry
    from winnable.registry import get_game

    game = get_game(spelled)
    try:
        entry = only_entry(game, text)
        if can_hide(game):
            entry.checked(observed(game))
        else:
            entry.position(game)
    except InputError as error:
        plain = InputError(error.what, expected=error.expected, mend=error.mend)
        return (str(plain),)
    return ()
