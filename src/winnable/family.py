"""Family: what a family of games declares about itself, as one value that everything shared asks.

Nothing outside ``families/`` and ``registry.py`` asks which family a game is of. What differs from family to
family is a member here: a value, a function, or a capability that may be missing (None). Members that cost an
import are functions without arguments that give the value when it is first needed, so that listing the games
imports none of them. The protocols of the members stand beside the flows that use them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final, Generic, Protocol, TypeVar

from winnable.errors import InputError, quote
from winnable.game import Game
from winnable.names import find_name, unknown_name

if TYPE_CHECKING:
    from random import Random

    from winnable.analysis.difficulty import GraderKind
    from winnable.analysis.explain import Explainer
    from winnable.analysis.generate import Generator
    from winnable.analysis.hint import Adviser, HintMaker, Reasons
    from winnable.analysis.measured import Measured
    from winnable.analysis.mistakes import MistakeFinder
    from winnable.analysis.refusal import Refuse
    from winnable.analysis.review import ReviewKind
    from winnable.analysis.scenes import SceneMaker
    from winnable.choices import Choice, Preset
    from winnable.contract import FamilyKeys
    from winnable.search.algorithms import NativeSearch, SearchKind
    from winnable.search.features import WeightedFeatures
    from winnable.search.native import GameSolver
    from winnable.search.policy import Policies, Trainer
    from winnable.search.solvers import SolverKind
    from winnable.testing.strategies import FamilyStrategies
    from winnable.text.answers import Answers
    from winnable.text.laid import TableWriter
    from winnable.text.log import LogFormat
    from winnable.text.marks import MarkKind
    from winnable.text.readers import FamilyReaders
    from winnable.text.reveals import Reveals
    from winnable.text.solution import Solutions

__all__ = [
    "CAPABILITIES",
    "AnyGame",
    "AnyObserved",
    "Family",
    "ObservedGame",
    "RegisteredGame",
    "RuleValue",
    "Spec",
    "observed",
    "parse_options",
    "require",
]

P = TypeVar("P")
M = TypeVar("M")
G = TypeVar("G", bound="RegisteredGame[Any, Any]")
T = TypeVar("T")

RuleValue = int | bool | str | list[int]


@dataclass(frozen=True, slots=True)
class Spec:
    """A game, or a variant of one, as data: its names, and the rules that differ from its family's."""

    name: str
    title: str
    summary: str
    rules: Mapping[str, RuleValue] = field(default_factory=dict)
    source: str = ""  # who plays it so

    def vary(
        self, *, name: str, title: str, summary: str, rules: Mapping[str, RuleValue], source: str = ""
    ) -> Spec:
        """A kindred game: these rules on top of the ones here."""
        rules = {**self.rules, **rules}
        return replace(self, name=name, title=title, summary=summary, rules=rules, source=source)


class RegisteredGame(Game[P, M], Protocol):
    """A game that the registry builds: it knows its family, its rules and the name that builds it again."""

    @property
    def family(self) -> Family[Any, P, M]:
        """What its family declares."""
        ...

    @property
    def spelled(self) -> str:
        """The name that get_game() reads back: ``freecell:cells=3``."""
        ...

    @property
    def options(self) -> Mapping[str, RuleValue]:
        """The rules that were set on top of the game's own."""
        ...

    @property
    def rules(self) -> Mapping[str, RuleValue]:
        """Every rule with its value."""
        ...

    def position(self, setup: Any) -> P:
        """The legal position that a setup describes; InputError names what is wrong and where."""
        ...

    def setup(self, position: P) -> Any:
        """The parts of a position, as cards or as a board."""
        ...

    def solver(self, *args: Any, **kwargs: Any) -> GameSolver:
        """A solver by name, with its parameters; each game says which names it takes, as literals."""
        ...

    def distinct_moves(self, position: P) -> Sequence[M]:
        """One legal move for each successor that differs from the others and from the position."""
        ...


class ObservedGame(RegisteredGame[P, M], Protocol):
    """A registered game that can say what its player sees; observations never hold a hidden card."""

    def observe(self, position: P) -> Any:
        """What the player sees of a position."""
        ...

    def checked(self, setup: Any) -> Any:
        """A setup, whole, whose hidden cards may be unknown; InputError names what is wrong and where."""
        ...

    def observation(self, setup: Any) -> Any:
        """What the player of a setup sees; its hidden cards may be unknown."""
        ...

    def unseen_cards(self, observation: Any) -> int:
        """How many cards the player does not see."""
        ...

    def determinise(self, observation: Any, rng: Random) -> P:
        """A position drawn evenly from those that look like this."""
        ...

    def missing(self, setup: Any) -> list[int]:
        """The cards, by number, that the unknown ones of a setup are; none of a setup that has every card."""
        ...

    def world(self, setup: Any, cards: Sequence[int]) -> P:
        """The position that a setup is, its unknown cards being these, in the order of its slots."""
        ...


# Games of which nothing more need be known, for front ends.
AnyGame = RegisteredGame[Any, Any]
AnyObserved = ObservedGame[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Family(Generic[G, P, M]):
    """A family of games.

    ``games`` are data: listing them builds nothing. ``variants`` are those of a game by name, its own rules
    first. ``make`` builds a game from its spec, a variant of it or None, and options as texts. ``options``
    shows how an option is written.
    """

    name: str
    games: Mapping[str, Spec]
    make: Callable[[Spec, Spec | None, Mapping[str, str]], G]
    variants: Mapping[str, Mapping[str, Spec]] = field(default_factory=dict)
    option: str = "as in freecell:cells=3"
    choices: Callable[[], Sequence[Choice]] = tuple  # every option of its games, as a form shows it
    presets: Callable[[], Mapping[str, Sequence[Preset]]] = dict  # by the game they are of, as it is spelled
    base: str | None = None  # the family whose engine and rules this one builds on

    # Texts.
    describe: Callable[[G, P, M], str]  # a move in words
    told_rules: Callable[[G], Sequence[str]] = (
        lambda game: ()
    )  # what a player must know beside the rule values
    readers: Callable[[], FamilyReaders]
    forms: Callable[[], Mapping[str, Callable[[G, Any], str]]]  # by name, the usual one first
    noted_forms: Callable[[], Mapping[str, Callable[[G, P, Any], str]]] = (
        dict  # those of the forms that also hold what is noted beside a position
    )
    form_warnings: Callable[[], Mapping[str, Callable[[G, Any], str]]] = (
        dict  # of forms that other programs may refuse: why they refuse a position, empty where they do not
    )
    json: Callable[[G, Any], dict[str, Any]]  # a position as a value that JSON can hold
    json_keys: Callable[[], FamilyKeys]  # what its JSON has beside what all games have
    scene: Callable[[], SceneMaker]  # what is on the table
    solutions: Callable[[], Solutions[G, P, M]]
    answers: Callable[[], type[Answers[G]]]

    # Searching.
    solvers: Callable[[], Mapping[str, SolverKind[G]]]  # by name, the one that only decides first
    features: Callable[[], type[WeightedFeatures]] | None = None  # of heuristics that the core knows
    native_search: NativeSearch[G, P] | None = None  # the core's searches; None: through Python
    searches: Callable[[], Mapping[str, SearchKind]] = (
        dict  # those that somebody wrote about, beside the textbook's
    )
    search_options: tuple[str, ...] = ()  # of the textbook searches, what only this family has

    # What can be said of moves.
    reasons: Callable[[], Reasons[G, P, M]]
    refuse: Callable[[], Refuse[G, P]] | None = None  # a move of hands; else as the notation does

    # Capabilities: None where a family has no such thing.
    hint: Callable[[], HintMaker[G, P]] | None = None  # of its own kind, not the first move of a win
    advise: Callable[[], Adviser[G]] | None = None  # hints for a player who does not see every card
    review: Callable[[], ReviewKind[G, P, M]] | None = None  # what to say of its games beside verdicts
    explain: Callable[[], Explainer[G, P]] | None = None
    mistakes: Callable[[], MistakeFinder[G, P]] | None = None  # what on a board can be in no solution
    marks: Callable[[], MarkKind[P]] | None = None  # what players mark beside a position
    grader: Callable[[], GraderKind[G, P]] | None = None
    generator: Callable[[], Generator[G]] | None = None
    policies: Callable[[], Policies] | None = None
    trainer: Callable[[], Trainer] | None = None  # tunes the policies
    log: Callable[[], LogFormat] | None = None
    reveals: Callable[[], Reveals[G, P, Any]] | None = None  # what moves bring to light, for players to name
    table_text: Callable[[], TableWriter] | None = None  # the position that a table is, as it is seen

    # Figures, by the game as spelled: what was measured of it once, if anything was.
    measured: Callable[[], Mapping[str, Sequence[Measured]]] = dict

    strategies: Callable[[], FamilyStrategies[G]]  # for the conformance kit

    def game(self, name: str, variant: str | None = None, options: Sequence[str] = ()) -> G:
        """The game of that name, built; the first of ``options`` may be a variant.

        Raises:
            InputError: an unknown variant or option, or a value that the option does not take.
        """
        known = self.variants.get(name, {})
        words = list(options)
        if known and words and "=" not in words[0]:
            if variant is not None and variant != words[0]:
                raise InputError(f"two variants: {quote(words[0])} and {quote(variant)}", expected="one")
            variant = words.pop(0)
        if variant is not None and not known:
            raise InputError(f"{name} has no variants", expected=f"options after a colon, {self.option}")
        chosen = None
        if variant is not None:
            found = find_name(variant, known)
            if found is None:
                raise unknown_name(f"{name} has no variant {quote(variant)}", variant, known)
            chosen = known[found]
        return self.make(self.games[name], chosen, self._parsed(words))

    def _parsed(self, words: Sequence[str]) -> dict[str, str]:
        """Options as ``parse_options`` reads them; the error for a bare value says what it may mean."""
        bare = next((word for word in words if "=" not in word), None)
        if bare is not None:
            from winnable.choices import meant_by

            if meant := meant_by(bare, self.choices()):
                what = f"cannot read the option {quote(bare)}"
                raise InputError(what, mend=f"did you mean {' or '.join(meant)}?")
        return parse_options(words, self.option)

    def spelled(self, text: str, variant: str | None = None) -> G:
        """The game that ``text`` spells, options and all, of those of this family.

        Raises:
            InputError: an unknown variant or option, or a value that the option does not take.
            KeyError: no game of this family.
        """
        base, colon, options = text.partition(":")
        if colon and not options:
            raise InputError(
                f"no options after the colon in {quote(text)}",
                expected=f"an option and its value, {self.option}",
            )
        name = find_name(base, self.games)
        return self.game(base if name is None else name, variant, options.split(",") if options else ())

    def named(self, text: str) -> G | None:
        """The game of this family that ``text`` spells, options and all; None if it spells none."""
        try:
            return self.spelled(text) if find_name(text.partition(":")[0], self.games) else None
        except InputError:
            return None


def parse_options(words: Sequence[str], example: str = "as in cells=3") -> dict[str, str]:
    """``cells=3`` and the like, each once; InputError for anything else, with an example."""
    options: dict[str, str] = {}
    for item in words:
        key, equals, value = (part.strip() for part in item.partition("="))
        key = key.lower()
        if not equals or not key:
            what = f"cannot read the option {quote(item)}"
            raise InputError(what, expected=f"an option and its value, {example}")
        if key in options:
            raise InputError(f"the option {quote(key)} is given twice", expected="each option once")
        options[key] = value
    return options


# Capability -> what a game without it lacks, and what has it; a test compares this with the registry.
CAPABILITIES: Final[Mapping[str, tuple[str, str]]] = {
    "explain": ("explanations", "undead; see winnable hint"),
    "mistakes": ("mistakes to look for", "undead; see winnable hint"),
    "marks": ("marks beside the position", "undead"),
    "grader": ("levels of difficulty", "freecell, a game like it, pyramid or undead"),
    "generator": ("generator of puzzles", "undead"),
    "features": ("heuristics with weights to tune", "freecell, a game like it, pyramid, undead or spider"),
    "policies": ("policies", "spider, a game like it, or pyramid"),
    "advise": ("advice for a player who does not see every card", "spider, a game like it, or pyramid"),
    "trainer": ("policies to train", "spider, spider:suits=2 or spider:suits=1"),
    "log": ("logs of games", "spider or a game like it"),
    "reveals": ("moves that bring unknown cards to light", "spider or a game like it"),
    "table_text": (
        "table of cards to read a position from",
        "freecell or spider, a game like one of them, or pyramid",
    ),
}


def observed(game: RegisteredGame[P, M]) -> ObservedGame[P, M]:
    """The game as one that can say what its player sees; InputError where it cannot."""
    if not game.info.can_observe:
        what = f"{game.info.title} does not say what its player sees"
        raise InputError(what, expected="spider, a game like it, or pyramid")
    seen: Any = game
    found: ObservedGame[P, M] = seen
    return found


def require(game: RegisteredGame[Any, Any], capability: str, found: T | None) -> T:
    """The capability that was found; InputError, the same everywhere, where the game has none."""
    if found is not None:
        return found
    lacks, instead = CAPABILITIES[capability]
    raise InputError(f"{game.info.title} has no {lacks}", expected=instead)
