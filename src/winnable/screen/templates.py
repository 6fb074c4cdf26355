"""The exact reader: cards are compared with the pictures of the decks that are installed.

Which deck lies on the table is found by the cards that show most: all decks are compared with them very small
(``deck_looks``), and those that look alike exactly. A card gets probabilities from how well each face of that
deck fits what shows of it; cards whose visible parts are alike share theirs, and where no deck fits each card
is as likely as every other. Some decks are copies of each other, drawn anew: where several fit as well as the
best one, each has its say.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from winnable.cards import DECK_SIZE
from winnable.errors import InputError
from winnable.screen.deck_in_use import decks_in_use
from winnable.screen.deck_looks import SHAPES_DIFFER, Ranking, is_known, ranked, size_of
from winnable.screen.decks import Deck, DeckKind, is_drawn, shape_known
from winnable.screen.fitting import WIDEST, FaceSet, Fit, Register, face_set

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from winnable.screen.seen import Picture, Scores, SeenCard

__all__ = ["Match", "TemplateReader"]

FITS: Final = 0.70  # the likeness from which a deck is taken to be the one on the table
SURELY: Final = 0.90  # ... and from which the last one is still it
THE_SAME: Final = 0.97  # ... and from which no other reader need be asked
_AS_WELL: Final = 0.01  # a deck that is less alike by so much or less may be the one on the table, too
_HERE_TOO: Final = 0.05  # ... and on a single card, of which little may show
_CLOSE: Final = (
    0.005  # mean squares by which a card differs from another, for a copy of the deck to differ on it
)
_NEAR: Final = 1  # pixels of comparison by which a card is looked for beside its box
_FAR: Final = 3  # ... where it was not near
_RESIZED: Final = 1.0  # pixels by which a few cards may be measured larger or smaller than all of them
_SAMPLE: Final = 5  # cards by which a deck is judged
_FAR_OFF: Final = 0.012  # mean squares, very small: no deck of this picture is that far off
_HARDLY: Final = 0.0005
_MOST_TRIED: Final = 3  # decks that look alike are compared exactly
_RELATED: Final = 36.0  # differences of so many neighbouring pixels come from one cause
_FEW: Final = (
    1400  # pixels, a fifth of a card: where fewer show, errors of place and drawing are larger parts of all
)
_NOISE: Final = 0.02  # the least that a pixel's colour is taken to be off, where 1 is black against white
_LEAST_REST: Final = 0.0005  # mean squares below this are drawing, not noise
_ODD: Final = (5.0, 12.0)  # times the usual rest: a card may be odd, and surely is
_OTHERWISE: Final = 0.0002  # mean squares by which programs draw an SVG deck otherwise than is done here
_LIKE: Final = 0.97  # the likeness from which a card is not odd: pictures of kings leave over more than aces
_STRANGE: Final = (0.35, 0.65)  # likenesses of a card that is none of the deck, and that surely is one


@dataclass(frozen=True, slots=True)
class Match:
    """A deck laid on the cards of a picture: how alike most of them are (1: the same), and all of them on
    average, and how the cards lie in the boxes that were found for them."""

    deck: Deck
    likeness: float
    mean: float
    register: Register


class TemplateReader:
    """Reads cards by the pictures of one deck, or of that of several which is on the table.

    ``patience`` limits the seconds for decks that were never drawn before, of which some take a second and
    more; the decks that were left out are then in ``untried``, and have their turn at later looks. Those of
    ``program``, in small letters, come first. After ``scores`` the deck is in ``match``: None where none
    fits. ``broken`` tells of decks that cannot be read, and why.
    """

    name = "templates"

    def __init__(
        self, decks: Deck | Sequence[Deck], *, patience: float | None = None, program: str = ""
    ) -> None:
        self.decks = (decks,) if isinstance(decks, Deck) else tuple(decks)
        self.program = program
        self.patience = patience
        self.match: Match | None = None
        self.rivals: tuple[Match, ...] = ()  # other decks that fit as well
        self._seen = (0.0, 0.0)  # the size of the cards in which that was found
        self._unlike = 0  # so many cards did not show that deck surely, when it was sought last
        self.untried: tuple[Deck, ...] = ()
        self.broken: dict[Deck, str] = {}

    @property
    def exact(self) -> bool:
        """Is the deck on the table known, so that no other reader need be asked?"""
        return self.match is not None and self.match.likeness >= THE_SAME

    def scores(self, picture: Picture, cards: Sequence[SeenCard]) -> Scores:
        """See ``CardReader.scores``. A card that lies face down has an even row."""
        up = [card for card in cards if card.up]
        fits = self._as_before(picture, cards)
        if fits is None:
            self.match, self.rivals = self._find(picture, up) if up else (None, ())
            if self.match is None:
                return np.full((len(cards), DECK_SIZE), 1 / DECK_SIZE)
            self._seen = size_of(up)
            fits = self._fits(self.match, picture, cards)
            self._unlike = _unlike(fits)
        assert self.match is not None
        rows, likeness = _said(self.match.deck, fits, len(cards))
        near = [i for i, fit in fits.items() if fit is not None and _is_close(fit)]
        if not self.rivals or not near:
            return rows
        return self._mixed(picture, cards, near, rows, likeness)

    def _mixed(
        self,
        picture: Picture,
        cards: Sequence[SeenCard],
        near: Sequence[int],
        rows: Scores,
        likeness: NDArray[np.float64],
    ) -> Scores:
        """The rows with what the rivals say of the places in ``near``, each of those that it fits as well."""
        some = [cards[i] for i in near]
        said = [(rows[near], likeness[near])]
        said += [_said(one.deck, self._fits(one, picture, some), len(some)) for one in self.rivals]
        each, alike = (np.stack(part) for part in zip(*said, strict=True))
        speaks = alike >= alike.max(axis=0) - _HERE_TOO
        rows[near] = (each * speaks[..., None]).sum(axis=0) / speaks.sum(axis=0)[:, None]
        return rows

    def _as_before(self, picture: Picture, cards: Sequence[SeenCard]) -> dict[int, Fit | None] | None:
        """The fits of the deck that was found last, where cards are as large as then and it fits them as
        well: most of them surely, and no fewer than then. Something may lie on a card for long."""
        up = [card for card in cards if card.up]
        if self.match is None or not up or not self._as_large(up):
            return None
        fits = self._fits(self.match, picture, cards)
        unlike = _unlike(fits)
        return fits if unlike <= self._unlike and 2 * unlike < len(fits) else None

    def _as_large(self, cards: Sequence[SeenCard]) -> bool:
        """Have the cards the size in which the deck was found?"""
        return all(abs(now - then) <= _RESIZED for now, then in zip(size_of(cards), self._seen, strict=True))

    def _fits(self, match: Match, picture: Picture, cards: Sequence[SeenCard]) -> dict[int, Fit | None]:
        """The deck's faces on each card that lies face up, by its number."""
        faces = self._faces(match.deck, [card for card in cards if card.up])
        return {i: _fitted(faces, picture, card, match.register) for i, card in enumerate(cards) if card.up}

    def _find(self, picture: Picture, cards: Sequence[SeenCard]) -> tuple[Match | None, tuple[Match, ...]]:
        """The deck that fits best, if one fits, and those that fit as well: the last ones, or the best of
        those that look like the cards."""
        sample = sorted(cards, key=lambda card: -_area(card))[:_SAMPLE]
        again, rivals = self._still(picture, sample)
        if again is not None:
            return again, rivals
        found = self._tried(picture, cards, sample)
        likest = max((match.likeness for match in found), default=0.0)
        # A deck that was left out may be liker than the best of the others.
        enough = THE_SAME if self.untried else FITS
        if likest < enough:
            return None, ()
        found = [match for match in found if match.likeness >= max(FITS, likest - _AS_WELL)]
        best, *others = sorted(found, key=lambda match: -match.mean)
        return best, tuple(others)

    def _still(self, picture: Picture, sample: Sequence[SeenCard]) -> tuple[Match | None, tuple[Match, ...]]:
        """The deck that was found last and its rivals, as far as they are surely those on the table still."""
        if self.match is None:
            return None, ()
        again = self._try(self.match.deck, picture, sample)
        if again is None or again.likeness < SURELY:
            return None, ()
        rivals = (self._try(one.deck, picture, sample) for one in self.rivals)
        return again, tuple(one for one in rivals if one is not None and one.likeness >= SURELY)

    def _tried(self, picture: Picture, cards: Sequence[SeenCard], sample: Sequence[SeenCard]) -> list[Match]:
        """The decks that look like the cards, each laid on them; those for which there was no time are
        ``untried``."""
        start = time.monotonic()
        # Half of the time is for the looks, and half for drawing the likeliest decks as they are.
        patience = math.inf if self.patience is None else self.patience
        ranking = ranked(self._in_order(cards), picture, sample, patience / 2)
        self.untried = ranking.untried
        self.broken |= ranking.broken
        found: list[Match] = []
        likest = 0.0
        for number, (deck, near) in enumerate(_worth_trying(ranking)):
            if not near and likest >= THE_SAME:
                break
            if number and time.monotonic() - start > patience and not is_drawn(deck):
                self.untried += (deck,)
                continue
            match = self._try(deck, picture, sample)
            if match is not None:
                found.append(match)
                likest = max(likest, match.likeness)
        return found

    def _in_order(self, cards: Sequence[SeenCard]) -> list[Deck]:
        """The decks that may have the cards' shape: those the programs use, then those of the program, those
        drawn before, and those of which the shape is known without drawing anything."""
        width, height = size_of(cards)
        alike = []
        for deck in self.decks:
            try:
                differs = abs(deck.shape * width / height - 1) if shape_known(deck) else math.inf
                known = is_known(deck)
            except InputError as error:
                self.broken[deck] = str(error)
                continue
            if differs <= SHAPES_DIFFER or differs == math.inf:
                alike.append((deck, known, differs))
        used = set(decks_in_use([deck for deck, _, _ in alike]))
        alike.sort(
            key=lambda item: (
                item[0] not in used,
                item[0].program.lower() != self.program,
                not item[1],
                item[2],
            )
        )
        return [deck for deck, _, _ in alike]

    def _try(self, deck: Deck, picture: Picture, sample: Sequence[SeenCard]) -> Match | None:
        try:
            faces = self._faces(deck, sample)
        except InputError as error:
            self.broken[deck] = str(error)
            return None
        start = Register(0, 0, *size_of(sample))
        fits = [faces.fit(picture, card.box, card.visible, start, _FAR, scale=True) for card in sample]
        found = [fit for fit in fits if fit is not None]
        if not found:
            return None
        likeness = [fit.likeness for fit in found]
        return Match(deck, float(np.median(likeness)), float(np.mean(likeness)), _common(found))

    def _faces(self, deck: Deck, cards: Sequence[SeenCard]) -> FaceSet:
        # Never larger than in the picture: a card that is enlarged is not like a card that is drawn large.
        width = max(16, min(WIDEST, int(size_of(cards)[0])))
        return face_set(deck, width, round(width * deck.shape))


def _unlike(fits: Mapping[int, Fit | None]) -> int:
    """How many cards do not show the deck surely."""
    return sum(fit is None or fit.likeness < SURELY for fit in fits.values())


def _worth_trying(ranking: Ranking) -> list[tuple[Deck, bool]]:
    """The decks that may be the one on the table: the first of a ranking, and those hardly further off, which
    are copies of it; after these a few that may still be it where none of the first is."""
    if not ranking.decks:
        return []
    nearest = 3 * ranking.decks[0][1] + _HARDLY
    worth = [(deck, apart <= nearest) for deck, apart in ranking.decks if apart <= _FAR_OFF]
    return worth[:_MOST_TRIED]


def _said(deck: Deck, fits: Mapping[int, Fit | None], places: int) -> tuple[Scores, NDArray[np.float64]]:
    """The probabilities at all places by the fits of one deck, even where there is none, and how alike the
    best face is there."""
    rows, likeness = np.full((places, DECK_SIZE), 1 / DECK_SIZE), np.zeros(places)
    slack = _OTHERWISE if deck.kind in (DeckKind.GRID, DeckKind.ELEMENTS) else 0.0
    usual = _usual_rest([fit for fit in fits.values() if fit is not None])
    for i, fit in fits.items():
        if fit is not None:
            rows[i], likeness[i] = probabilities(fit, usual, slack), fit.likeness
    return rows, likeness


def _fitted(faces: FaceSet, picture: Picture, card: SeenCard, register: Register) -> Fit | None:
    """The faces on a card, which lies where the register tells or, where a box was found badly, near it."""
    near = faces.fit(picture, card.box, card.visible, register, _NEAR, scale=False)
    if near is None or near.likeness >= SURELY:
        return near
    far = faces.fit(picture, card.box, card.visible, register, _FAR, scale=False)
    return far if far is not None and far.likeness > near.likeness else near


def probabilities(fit: Fit, usual: float, slack: float = 0.0) -> Scores:
    """The probability of each card from the misfits of its faces.

    Differences are taken as normal noise, as strong as the best face leaves over, that neighbouring pixels
    share. Where programs draw the deck otherwise than is done here, differences of up to ``slack`` (mean
    squares), more on a picture of less quality, tell nothing, and others half as much. Each pixel of a thin
    strip tells less: of two places that claim the same card the one that shows more of it has it.

    Room is left for a card that is none of the faces where the best one lacks much of what tells it from the
    others, or leaves over far more than is ``usual`` on this table: something lies on the card, or the deck's
    file draws it otherwise than the program does.
    """
    rest = _rest(fit)
    nothing = 3 * fit.pixels * slack * max(1.0, rest / _LEAST_REST)
    more = np.maximum(fit.misfit - fit.misfit.min() - nothing, 0)
    related = _RELATED * (2 if slack else 1) * max(1.0, _FEW / fit.pixels) ** 2
    worse = more / (2 * related * max(rest, _NOISE**2))
    shares: Scores = np.exp(-np.minimum(worse, 700))
    odd = _between(rest / usual, *_ODD) if fit.likeness < _LIKE else 0.0
    trust = _between(fit.likeness, *_STRANGE) * (1 - odd)
    mixed: Scores = trust * shares / shares.sum() + (1 - trust) / DECK_SIZE
    return mixed


def _is_close(fit: Fit) -> bool:
    """Does little tell the best face from the next one?"""
    best, second = np.partition(fit.misfit, 1)[:2]
    return bool(second - best <= 3 * fit.pixels * _CLOSE)


def _rest(fit: Fit) -> float:
    """What the best face leaves over: the mean squared difference of a pixel's colour."""
    return float(fit.misfit.min()) / (3 * fit.pixels)


def _usual_rest(fits: Sequence[Fit]) -> float:
    return max(float(np.median([_rest(fit) for fit in fits])), _LEAST_REST) if fits else _LEAST_REST


def _between(value: float, low: float, high: float) -> float:
    return min(1.0, max(0.0, (value - low) / (high - low)))


def _area(card: SeenCard) -> float:
    return card.visible.width * card.visible.height


def _common(fits: Sequence[Fit]) -> Register:
    """How most of the cards lie in their boxes."""
    good = [fit.register for fit in fits if fit.likeness >= 0.5] or [fit.register for fit in fits]
    return Register(
        *(
            float(np.median([getattr(register, part) for register in good]))
            for part in ("right", "down", "width", "height")
        )
    )
