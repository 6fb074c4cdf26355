"""Every pairing game, Pyramid and its kin: a rules value, read by the native engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from winnable._core import PairingGame as CoreGame
from winnable._core import (
    PairingMove,
    PairingObservation,
    PairingPosition,
    PairingRules,
    pairing_observe,
    pairing_world,
)
from winnable.cards import DECK_SIZE, UNKNOWN_INDEX
from winnable.errors import InputError
from winnable.families.native import NativeGame, NativeNotation, str_is_board, wrong_arguments
from winnable.families.pairing import FAMILY
from winnable.family import Family, RuleValue, Spec
from winnable.game import GameInfo

if TYPE_CHECKING:
    from random import Random

    from winnable.deals import DealNumber
    from winnable.families.pairing.setup import DeckSetup, PairingSetup
    from winnable.families.pairing.solver import PairingSolver

__all__ = [
    "PairingGame",
    "PairingMove",
    "PairingNotation",
    "PairingObservation",
    "PairingPosition",
    "PairingSolverName",
]


PairingSolverName = Literal["auto", "fewest", "score"]


class PairingNotation(NativeNotation[PairingPosition, PairingMove]):
    """Moves as text: `8S+5D`, `KH`, `draw`, `recycle`."""

    __slots__ = ()

    longest = len("10S+3D") + 2
    expected = "draw, recycle, 8S+5D or KH"


class PairingGame(NativeGame[PairingPosition, PairingMove]):
    """A pairing game; satisfies :class:`winnable.game.Game`, and :class:`winnable.game.HiddenGame` where
    ``info.can_observe`` says so.

    ``variant`` is a spec whose rules replace the game's own; ``options`` are rules set on top:
    ``PairingGame(PYRAMID, HOYLE, {"passes": 2})``. Legal moves are the removals, sorted by their cards, then
    the draw or the recycle.
    """

    __slots__ = ("options", "variant")

    family: Family[PairingGame, PairingPosition, PairingMove] = FAMILY
    core: CoreGame

    def __init__(
        self,
        spec: Spec,
        variant: Spec | None = None,
        options: Mapping[str, RuleValue] | None = None,
    ) -> None:
        chosen = variant or spec
        self.variant = chosen.name
        self.options = dict(options or {})
        try:
            rules = PairingRules.from_dict(_rules_value(chosen, self.options))
        except ValueError as error:
            raise InputError(f"{spec.name}: {error}") from None
        self.info = GameInfo(
            name=spec.name,
            title=chosen.title,
            family="pairing",
            summary=chosen.summary,
            variant="" if variant is None else variant.name,
            dialects=("ms", "pysol", "seed"),
            options=("variant", *rules.to_dict()),
            hidden=_hides(rules.to_dict()),
            # A card that may leave from beneath another one would have to lie face up for its player.
            can_observe=not (rules.to_dict()["overlap"] and rules.to_dict()["face_down_rows"]),
            scored=rules.to_dict()["scoring"] != "none",
        )
        self.core = CoreGame(rules)
        self.notation = PairingNotation(self.core)

    @property
    def spelled(self) -> str:
        """The name that get_game() reads back: ``pyramid``, ``pyramid:hoyle,passes=2``."""
        words = [] if self.variant == self.info.name else [self.variant]
        words += [f"{key}={str(value).lower()}" for key, value in self.options.items()]
        return self.info.name + (":" + ",".join(words) if words else "")

    @property
    def rules(self) -> Mapping[str, int | bool | str]:
        """Every rule with its value."""
        return self.core.rules.to_dict()

    def deal(self, number: int | str | DealNumber) -> PairingPosition:
        """The start of a numbered deal: 617, "ms:617", "pysol:123456", "seed:…"."""
        from winnable.deals import deck_of

        return self.deal_deck(deck_of(number, self.info.dialects[0]))

    def deal_deck(self, deck: bytes) -> PairingPosition:
        """The start of a deal given as 52 card numbers: the tableau in reading order, then the stock."""
        return self.core.deal(deck)

    def solver(
        self, kind: PairingSolverName = "auto", *, metric: str | None = None, challenge: str | None = None
    ) -> PairingSolver:
        """A solver of this game by name; InputError for what it does not take."""
        from winnable.families.pairing.solver import PairingSolver
        from winnable.search.solvers import make_solver

        solver = make_solver(self, kind, metric, challenge)
        assert isinstance(solver, PairingSolver)
        return solver

    def position(self, setup: PairingSetup) -> PairingPosition:
        """The legal position that a setup describes; InputError names what is wrong and where."""
        setup.check(self)
        try:
            return self.core.position(
                bytes(UNKNOWN_INDEX if card is None else card.index for card in setup.tableau),
                [bytes(card.index for card in column) for column in setup.columns],
                bytes(card.index for card in setup.waste),
                bytes(card.index for card in setup.stock),
                setup.pass_number,
            )
        except ValueError as error:
            raise InputError(str(error), source=setup.source) from None

    def setup(self, position: PairingPosition) -> PairingSetup:
        """The piles of a position, as cards."""
        return _setup(position)

    def observe(self, position: PairingPosition) -> PairingObservation:
        """What the player sees or has seen: not the cards that lie face down, and of the stock the top alone,
        where it is in play, until it has been gone through."""
        try:
            return pairing_observe(self.core, position)
        except TypeError:
            raise wrong_arguments(self.spelled, "observe", position) from None

    def unseen_cards(self, observation: PairingObservation) -> int:
        """How many cards of the tableau and the stock are not known."""
        return sum(observation.unseen)

    def checked(self, setup: PairingSetup | DeckSetup) -> PairingSetup:
        """A setup of this game, whole, as ``observation`` checks it: a deck becomes the start of its deal."""
        from winnable.families.pairing.setup import DeckSetup, dealt

        cards = setup.cards if isinstance(setup, DeckSetup) else [card for _, card in setup.slots()]
        if all(card.known for card in cards):
            return self.setup(setup.position_in(self))
        piles = dealt(setup, self) if isinstance(setup, DeckSetup) else setup
        piles.check(self, known=False)
        return piles

    def observation(self, setup: PairingSetup) -> PairingObservation:
        """What the player of a setup sees. Where cards are unknown, those that are written are what is known;
        else it is what the rules show. InputError as in ``position``."""
        from winnable.families.pairing.setup import observation_of

        if all(card.known for _, card in setup.slots()):
            return self.observe(self.position(setup))
        setup.check(self, known=False)
        return observation_of(setup)

    def determinise(self, observation: PairingObservation, rng: Random) -> PairingPosition:
        """A position drawn evenly from those that look like this."""
        hidden = self._unseen(observation)
        rng.shuffle(hidden)
        return pairing_world(self.core, observation, bytes(hidden))

    def missing(self, setup: PairingSetup) -> list[int]:
        """The cards, by number, that the unknown ones of a setup are."""
        known = all(card.known for _, card in setup.slots())
        return [] if known else self._unseen(self.observation(setup))

    def world(self, setup: PairingSetup, cards: Sequence[int]) -> PairingPosition:
        """The position that a setup is, its unknown cards being these, in the order of its slots."""
        return (
            pairing_world(self.core, self.observation(setup), bytes(cards)) if cards else self.position(setup)
        )

    @staticmethod
    def _unseen(observation: PairingObservation) -> list[int]:
        return [card for card, there in enumerate(observation.unseen) if there]


def _hides(rules: Mapping[str, int | bool | str]) -> bool:
    """Are there cards that a player may not see? Those of the stock beneath its top, or face down."""
    rest = DECK_SIZE - int(rules["rows"]) * (int(rules["rows"]) + 1) // 2
    stock = 0 if rules["columns"] else rest - int(rules["waste_cards"])
    return bool(rules["face_down_rows"]) or stock > (rules["stock_top"] != "hidden")


def _rules_value(spec: Spec, options: Mapping[str, RuleValue]) -> dict[str, RuleValue]:
    """The spec's rules with the options on top. Microsoft's points are those of its own seven rows: another
    tableau counts none, unless the options ask for some."""
    shape = {"tableau": "pyramid", "rows": "7"}
    changed = any(str(options.get(key, usual)) != usual for key, usual in shape.items())
    unscored = {"scoring": "none"} if changed and "scoring" not in spec.rules else {}
    return {**spec.rules, **unscored, **options}


def _setup(position: PairingPosition) -> PairingSetup:
    from winnable.families.pairing.setup import PairingSetup

    return PairingSetup.from_indices(
        position.tableau, position.columns, position.waste, position.stock, position.pass_number
    )


def _board(position: PairingPosition) -> str:
    from winnable.families.pairing.text import format_board

    rules = position.__getstate__()[0]  # which it keeps to be pickled with
    assert isinstance(rules, dict)
    return format_board(_setup(position), CoreGame(PairingRules.from_dict(rules)))


def _seen_board(seen: PairingObservation) -> str:
    from winnable.families.pairing.setup import PairingSetup
    from winnable.families.pairing.text import format_piles

    return format_piles(PairingSetup.of_observation(seen))


str_is_board(PairingPosition, _board)
str_is_board(PairingObservation, _seen_board)
