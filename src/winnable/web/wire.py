"""What goes over the wire: the bodies that the page sends, and the replies it gets.

What the command line prints with ``--json`` goes over the wire as it is; these are the envelopes. Numbers in
bodies are floats and ids are texts: JSON knows no other number, and says 2.0 for 2 where it likes.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias

import msgspec

from winnable.web.kept import DAY, Again, Tally

__all__ = [
    "USUAL_MEGABYTES",
    "Along",
    "Asked",
    "Autoplaying",
    "Begin",
    "Board",
    "CardTold",
    "ChanceTold",
    "Commented",
    "Failure",
    "Find",
    "Form",
    "Job",
    "Line",
    "Marked",
    "Most",
    "MoveList",
    "Moved",
    "Noted",
    "Pictured",
    "Place",
    "Played",
    "Question",
    "ReadPicture",
    "SearchEntry",
    "SearchOptionEntry",
    "Searches",
    "Shown",
    "Text",
    "Told",
    "Tried",
    "Written",
]


USUAL_MEGABYTES: Final = 1000.0  # of a question, where as much may be had
_MOST_TOLD: Final = 200


class _Body(msgspec.Struct, forbid_unknown_fields=True):
    """What the page sends: a key that is none of these is an error."""


class Begin(_Body):
    """A game to begin: a deal or any text with one position, a saved game, a line of a log; or, of a
    game, one of its presets by name. Without ``game`` the text is looked at to find whose it is. With
    ``unseen`` a game that hides cards is played so though its moves might be taken back. ``daily`` is
    the day whose deal it is. With ``again`` it is a game that the page had open before, and the text is
    used only where the server does not know the game, or less of it."""

    text: str
    game: str = ""
    preset: str = ""
    open_cards: bool = False
    autoplay: str = "none"
    daily: Annotated[str, msgspec.Meta(pattern=DAY)] = ""
    again: Again | None = None
    unseen: bool = False


class Played(_Body):
    """A move to make, in the game's notation, and what is to make moves by itself after it; empty: what does
    so in this game."""

    move: str
    autoplay: str = ""


class Moved(_Body):
    """A place of the tree, by its number."""

    place: str


class Line(_Body):
    """Moves to add to the tree from where one is."""

    moves: tuple[str, ...]


class Marked(_Body):
    """A checkpoint, set or taken away."""

    place: str
    on: bool


class Noted(_Body):
    """A mark beside the position, such as a pencil mark, as the game writes it."""

    mark: str


class Tried(_Body):
    """What hands tried: to lay the card at ``index`` of a pile, with all that lies on it, onto
    another pile."""

    source: str
    index: float
    target: str


class Commented(_Body):
    """A comment on a place of the tree."""

    place: str
    comment: str


class Autoplaying(_Body):
    """What is to make moves by itself from now on."""

    autoplay: str


QuestionName = Literal[
    "verdict",
    "shorter",
    "verdicts",
    "chance",
    "chances",
    "hint",
    "solution",
    "review",
    "tried",
    "explain",
    "check",
    "trace",
]


class Asked(_Body):
    """A question about the place where one is, and how long it may take. The chance of a win is counted by
    ``policy``, the game's quick one by default, until its interval is no wider than twice ``half_width``. A
    trace is of the search ``algorithm`` with these ``options``, as texts; of ``nodes`` positions at most, 0:
    no limit. Without ``megabytes`` it may hold 1000, or what the server allows if that is less."""

    question: QuestionName
    page: str
    seconds: float = 10.0
    megabytes: float | None = None
    solver: str = ""
    games: float = 100.0
    policy: str = ""
    half_width: float = 0.02
    algorithm: str = ""
    options: dict[str, str] = {}
    nodes: float = 0.0


class Along(_Body):
    """Moves from a place on, in the game's notation, with spaces between them."""

    place: str
    moves: str


class SearchOptionEntry(msgspec.Struct, frozen=True):
    """An option of a search: its meaning, its kind, what holds where nothing is said, what it may be."""

    name: str
    words: str
    kind: str
    default: str
    choices: tuple[str, ...]


class SearchEntry(msgspec.Struct, frozen=True):
    """A search to watch; ``own`` is one that no textbook has."""

    name: str
    summary: str
    own: bool
    default_heuristic: str
    options: tuple[SearchOptionEntry, ...]


class Searches(msgspec.Struct, frozen=True):
    """The searches of a game, and what its heuristics are made of: features, and weights that have a name.
    None in a game that is played unseen, as a search knows every card."""

    searches: tuple[SearchEntry, ...]
    features: tuple[str, ...]
    named: dict[str, str]


class Find(_Body):
    """A deal of a game to be found: that of a day, one that can be won, perhaps of a ``level``, or a puzzle
    that its generator makes, of ``deal`` or of a random number. Random numbers are of the game's usual
    dialect unless another is named; ``most`` deals are looked at. ``megabytes`` are as for a question."""

    question: Literal["daily", "winnable", "puzzle"]
    page: str
    game: str
    date: str = ""
    level: str = ""
    deal: str = ""
    dialect: str = ""
    most: float = 2000.0
    seconds: float = 60.0
    megabytes: float | None = None


class CardTold(_Body):
    """What the player says of a card: of the pile with this name the card ``number``, the deepest is 1."""

    pile: str
    number: float
    card: str


class ReadPicture(_Body):
    """A picture file in base64 to be read, and what is known of it: the game, and cards that were doubted."""

    page: str
    image: bytes
    game: str = ""
    told: Annotated[tuple[CardTold, ...], msgspec.Meta(max_length=_MOST_TOLD)] = ()
    seconds: float = 60.0
    question: Literal["picture"] = "picture"


Question: TypeAlias = Asked | Find | ReadPicture  # whatever a worker answers


class MoveList(_Body):
    """Moves in a text of any kind, to be made from where one is."""

    text: str


class Pictured(_Body):
    """How a picture of the board is to look."""

    dark: bool = False
    four_colours: bool = False


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place of the tree: the moves that lead there from ``parent``, the player's first, and its children,
    the main line first. ``words`` say what the player's move was. ``marks`` were made there."""

    id: str
    parent: str = ""
    moves: tuple[str, ...] = ()
    words: str = ""
    comment: str = ""
    checkpoint: bool = False
    children: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()


class Told(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a place: a verdict with the length of the win and whether that is proved the shortest,
    the reason of the loss, or what ended an undecided search. Of the largest search: the positions expanded,
    its seconds and memory, and its limits; without limits it was broken off, or there was none. ``words``
    say it in a sentence, where the game has its own for that."""

    verdict: Literal["solved", "unsolvable", "unknown"]
    length: int = 0
    shortest: bool = False
    why: str = ""
    stopped_by: str = ""
    expanded: int = 0
    seconds: float | None = None
    megabytes: float | None = None
    limit_seconds: float | None = None
    limit_megabytes: float | None = None
    words: str = ""


class ChanceTold(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is known of a place of a game played unseen: the games that ``policy`` has won from there, with
    the ends of Wilson's interval, and how many cards are hidden. ``sure`` is what is certain whatever lies
    hidden: won; lost, and ``why``; or winnable, as nothing is hidden and a game was won."""

    policy: str = ""
    wins: int = 0
    games: int = 0
    low: float = 0.0
    high: float = 1.0
    hidden: int = 0
    sure: Literal["", "won", "lost", "winnable"] = ""
    why: str = ""


class Board(msgspec.Struct, frozen=True):
    """A game on the page: where one is, the whole tree, and what is to be seen.

    ``revision`` grows with every change; ``said`` is the move that led here, in words to be read aloud,
    and ``deleted`` how many moves the last deletion took, which can be put back. ``text`` is the game as
    it is saved. What is known of places is ``known`` or, in a game played unseen, ``chances``; ``hides``
    says whether it can be played so. ``shortens``: can shorter wins be looked for? ``capabilities`` are
    those of the game's family, such as ``explain`` and ``marks``. ``warning`` says what is wrong with
    the saving of games, if anything is.
    """

    id: str
    revision: int
    game: str
    title: str
    deal: str
    unseen: bool
    hides: bool
    autoplay: str
    outcome: str
    said: str
    here: str
    tree: tuple[Place, ...]
    legal: tuple[str, ...]
    scene: dict[str, Any]
    known: dict[str, Told]
    shortens: bool
    deleted: int
    may_undo: bool
    may_redo: bool
    capabilities: tuple[str, ...]
    text: str
    tally: Tally
    warning: str
    chances: dict[str, ChanceTold] = {}


class Job(msgspec.Struct, frozen=True):
    """A question and how far it is. ``data`` is the answer, as the command line prints it with --json; of a
    question that is still running what is known so far, if it tells that. ``nodes`` are the positions that
    were expanded by now, ``megabytes`` the memory that is held, by the engine's own count; ``ahead`` is the
    place in the queue, 1 for the next."""

    id: str
    board: str
    place: str
    question: str
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    ahead: int = 0
    seconds: float = 0.0
    nodes: int = 0
    megabytes: float = 0.0
    data: dict[str, Any] | None = None
    error: str = ""


class Most(msgspec.Struct, frozen=True):
    """What a question may ask for at the most."""

    seconds: float
    megabytes: float


class Shown(msgspec.Struct, frozen=True):
    """A scene by itself."""

    scene: dict[str, Any]


class Text(msgspec.Struct, frozen=True):
    """A text, such as a saved game."""

    text: str


class Form(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something written in one form, or ``why`` that form cannot hold it; ``warning`` is what whoever gets it
    must know."""

    name: str
    text: str = ""
    why: str = ""
    warning: str = ""


class Written(msgspec.Struct, frozen=True):
    """The same in every form that there is."""

    forms: tuple[Form, ...]


class Failure(msgspec.Struct, frozen=True):
    """What is wrong with a request, as every error is told."""

    error: dict[str, Any]
