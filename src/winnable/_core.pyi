"""The native core of winnable."""

from collections.abc import Sequence
from typing import Any, Final


class CancelToken:
    """
    Stops a running search or solve from any thread or signal handler, and tells how far it is.
    """

    def __init__(self) -> None: ...

    def cancel(self) -> None:
        """Ask the work to stop; it answers within 0.1 s."""

    @property
    def cancelled(self) -> bool: ...

    @property
    def nodes(self) -> int:
        """Positions expanded so far by all work that was given this token."""

    @property
    def bytes(self) -> int:
        """Memory that this work holds now, by its own count."""

class IllegalMove(ValueError):
    pass

class PatienceRules:
    """The rules of a pile-building game, as one value."""

    @staticmethod
    def from_dict(rules: dict[str, Any]) -> PatienceRules:
        """
        Rules from a mapping; keys left out keep FreeCell's value. ValueError names a bad key or value.
        """

    @staticmethod
    def types() -> dict[str, str]:
        """
        What the value of each key is: number, flag, word, numbers (a list) or number or word.
        """

    def to_dict(self) -> dict[str, int | bool | str | list[int]]:
        """Every key with its value."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class PatienceMove:
    """Piles are 0.. columns, 16.. cells, 32.. foundations by suit C D H S."""

    def __init__(self, from_pile: int, to_pile: int, count: int = 1) -> None: ...

    @property
    def from_pile(self) -> int: ...

    @property
    def to_pile(self) -> int: ...

    @property
    def count(self) -> int:
        """Cards that move together."""

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: PatienceMove, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> list[int]: ...

    def __setstate__(self, state: Sequence[int]) -> None: ...

    def __repr__(self) -> str: ...

class PatiencePosition:
    """A legal position; equal up to the order of columns and of cells."""

    @property
    def columns(self) -> list[bytes]:
        """Cards 0..51 of each column, deepest first."""

    @property
    def cells(self) -> bytes:
        """One card a cell, 255 where empty."""

    @property
    def home(self) -> tuple[int, int, int, int]:
        """Cards on each foundation, by suit C D H S."""

    @property
    def base(self) -> int:
        """Rank 0..12 of the foundations' first card."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> PatiencePosition: ...

    def __deepcopy__(self, memo: object) -> PatiencePosition: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

    def __repr__(self) -> str: ...

class PatienceGame:
    """The pile-building engine, reading one rules value."""

    def __init__(self, rules: PatienceRules) -> None: ...

    @property
    def rules(self) -> PatienceRules: ...

    def deal(self, deck: bytes) -> PatiencePosition:
        """Deals 52 cards, first dealt first."""

    def position(self, columns: Sequence[bytes], cells: bytes, home: Sequence[int], base: int = 0) -> PatiencePosition:
        """
        A position from piles; ValueError says which card is missing, twice, or out of place.
        """

    def autoplay(self, position: PatiencePosition, policy: str) -> list[PatienceMove]:
        """
        The moves that autoplay none, horne, safe or max makes from here, in order.
        """

    def legal_moves(self, position: PatiencePosition) -> list[PatienceMove]:
        """Every legal move, sorted; each empty cell and column by name."""

    def distinct_moves(self, position: PatiencePosition) -> list[PatienceMove]:
        """
        One legal move, the first, for each distinct successor that differs from the position.
        """

    def why_illegal(self, position: PatiencePosition, move: PatienceMove) -> str | None:
        """None if the move is legal, else the reason."""

    def play(self, position: PatiencePosition, move: PatienceMove) -> PatiencePosition:
        """The position after a move; raises IllegalMove with the reason."""

    def outcome(self, position: PatiencePosition) -> str:
        """"won", "stuck" (no legal move) or "open"."""

    def key(self, position: PatiencePosition) -> int:
        """128-bit key, the same for equal positions."""

    def format_move(self, position: PatiencePosition, move: PatienceMove) -> str:
        """Standard notation of a legal move."""

    def parse_move(self, position: PatiencePosition, text: str) -> PatienceMove:
        """
        Reads standard notation; ValueError if it is none, IllegalMove if not allowed here.
        """

    def write(self, position: PatiencePosition, moves: Sequence[PatienceMove], style: str, autoplay: str) -> PatienceWritten:
        """
        A solution written out; `moves` hold all of it. IllegalMove if they cannot be made.
        """

    def single_cards(self, position: PatiencePosition, moves: Sequence[PatienceMove]) -> list[PatienceMove]:
        """The moves with each group carried out card by card."""

    def without_autoplay(self, position: PatiencePosition, moves: Sequence[PatienceMove], autoplay: str) -> list[PatienceMove] | None:
        """
        The player's part of the moves under an autoplay; None if it cannot be played so.
        """

    def describe_move(self, position: PatiencePosition, move: PatienceMove) -> str:
        """A legal move in words."""

class PatienceWritten:
    """A solution written out, from one replay."""

    @property
    def autoplay(self) -> str:
        """What was wanted, or the strongest below it that the solution allows."""

    @property
    def moves(self) -> int:
        """Of the whole solution, automatic ones too."""

    @property
    def cards(self) -> int:
        """That these moves carry."""

    @property
    def steps(self) -> int:
        """Of single cards."""

    @property
    def player(self) -> int | None:
        """
        Moves that the player makes under the autoplay; None if it cannot be so.
        """

    @property
    def texts(self) -> list[str]:
        """The moves that are written, in standard notation."""

    @property
    def body(self) -> str:
        """The lines below the head."""

def carry(count: int, from_pile: int, to_pile: int, cells: Sequence[int], columns: Sequence[int]) -> list[PatienceMove]:
    """
    Steps of single cards that carry so many over through empty cells and columns; none if these are too few.
    """

def microsoft_deck(number: int) -> bytes:
    """
    The 52 cards of a Microsoft deal, first dealt first; IndexError beyond 2^33 - 1.
    """

def microsoft_deals_like(may_be: Sequence[int], first: int, last: int, most: int) -> list[int]:
    """
    The Microsoft deals from first to last that have in each of the 52 places, in dealing order, one of the cards
    that may be there (bit c for card c), at most so many; IndexError beyond 2^33 - 1.
    """

class SpiderPosition:
    """
    A legal position, the hidden cards included; equal up to cards that look alike and, once the stock is empty, up to the order of columns.
    """

    @property
    def columns(self) -> list[bytes]:
        """Cards 0..51 of each column, deepest first."""

    @property
    def down(self) -> list[int]:
        """Face-down cards of each column; they are the deepest."""

    @property
    def stock(self) -> bytes:
        """Cards 0..51, next dealt first."""

    @property
    def runs(self) -> tuple[int, int, int, int]:
        """Complete runs that have left, by suit C D H S."""

    @property
    def dead_end(self) -> str:
        """
        Why it is lost whatever is played, where that shows at sight; else empty. Hidden cards do not matter.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> SpiderPosition: ...

    def __deepcopy__(self, memo: object) -> SpiderPosition: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

    def __repr__(self) -> str: ...

class Observation:
    """
    What a player sees: open cards, counts, and which cards have not been seen.
    """

    def __init__(self, columns: Sequence[bytes], down: Sequence[int], stock: int, runs: Sequence[int], unseen: bytes) -> None:
        """ValueError for counts that no game has."""

    @property
    def columns(self) -> list[bytes]:
        """Face-up cards 0..51 of each column, deepest first."""

    @property
    def down(self) -> list[int]:
        """Face-down cards of each column; they are the deepest."""

    @property
    def stock(self) -> int:
        """Cards left in the stock."""

    @property
    def runs(self) -> tuple[int, int, int, int]:
        """Complete runs that have left, by suit C D H S."""

    @property
    def unseen(self) -> bytes:
        """How many of each card 0..51 are face down or in the stock: 52 bytes."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

    def __repr__(self) -> str: ...

class SpiderGame:
    """
    The pile-building engine where there is a stock, face-down cards or a second deck.
    """

    def __init__(self, rules: PatienceRules) -> None: ...

    @property
    def rules(self) -> PatienceRules: ...

    def deal(self, deck: bytes) -> SpiderPosition:
        """
        Deals one deck or two, first dealt first: cards 0..51, the second copy the same number or 52 more. In a game of fewer suits black cards are spades, red ones hearts, or all are spades.
        """

    def position(self, columns: Sequence[bytes], down: Sequence[int], stock: bytes, runs: Sequence[int]) -> SpiderPosition:
        """
        A position from piles; ValueError says which card is missing, too many, or out of place.
        """

    def observe(self, position: SpiderPosition) -> Observation:
        """What the player sees of a position."""

    def legal_moves(self, position: SpiderPosition) -> list[PatienceMove]:
        """Every legal move, sorted; each empty cell and column by name."""

    def distinct_moves(self, position: SpiderPosition) -> list[PatienceMove]:
        """
        One legal move, the first, for each distinct successor that differs from the position.
        """

    def why_illegal(self, position: SpiderPosition, move: PatienceMove) -> str | None:
        """None if the move is legal, else the reason."""

    def play(self, position: SpiderPosition, move: PatienceMove) -> SpiderPosition:
        """The position after a move; raises IllegalMove with the reason."""

    def outcome(self, position: SpiderPosition) -> str:
        """"won", "stuck" (no legal move) or "open"."""

    def key(self, position: SpiderPosition) -> int:
        """128-bit key, the same for equal positions."""

    def format_move(self, position: SpiderPosition, move: PatienceMove) -> str:
        """Standard notation of a legal move."""

    def parse_move(self, position: SpiderPosition, text: str) -> PatienceMove:
        """
        Reads standard notation; ValueError if it is none, IllegalMove if not allowed here.
        """

class SpiderPlayed:
    """A game that a policy played."""

    @property
    def start(self) -> SpiderPosition: ...

    @property
    def won(self) -> bool:
        """Has every run left?"""

    @property
    def reason(self) -> str:
        """won, conceded, or what broke it off: moves, time, memory, cancelled."""

    @property
    def why(self) -> str:
        """What makes the end lost at sight; else empty."""

    @property
    def runs(self) -> int:
        """Complete runs that have left, in the end."""

    @property
    def moves(self) -> list[PatienceMove]: ...

    @property
    def length(self) -> int:
        """How many moves."""

    @property
    def texts(self) -> list[str]:
        """The moves as text."""

    @property
    def decisions(self) -> int:
        """How often the policy was asked."""

    @property
    def seconds(self) -> float: ...

class SpiderPlayer:
    """A policy that plays one game's deals, seeing what a player sees."""

    @staticmethod
    def moveblocks(game: SpiderGame, tries: int, length: int, build: int, turn: int, run: int, clear: int, tidy: int) -> SpiderPlayer:
        """
        The Spider project's own player; values in hundredths of a card in suit.
        """

    @staticmethod
    def random(game: SpiderGame) -> SpiderPlayer:
        """Any legal move."""

    @staticmethod
    def search(game: SpiderGame, best: bool, boards: int = 0) -> SpiderPlayer:
        """
        Best first among the boards that can be reached without turning a card: within 10 seconds for a game on average, or else 0.2; `boards` are as many as a search keeps, 0: as many as that allows.
        """

    @staticmethod
    def shaped(game: SpiderGame, shape: Sequence[Sequence[int]], boards: int) -> SpiderPlayer:
        """
        The same, judging boards by other numbers: for each of spider_terms() six, by rows left from 0 on.
        """

    @staticmethod
    def moves_runs(game: SpiderGame) -> bool:
        """
        Is it runs in suit that move there, onto any suit? Policies other than random play no other games.
        """

    def decide(self, observation: Observation, seed: int, token: CancelToken | None = None) -> list[PatienceMove]:
        """
        Moves to make now, in order, as far as the first that turns a card or deals a row; none: it concedes. ValueError for an observation that no position of the game has.
        """

    def play_many(self, positions: Sequence[SpiderPosition], seeds: Sequence[int], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[SpiderPlayed]:
        """
        Plays each position to its end; limits (0: none) are for each game, `nodes` are moves.
        """

def decision_seed(seed: int, n: int) -> int:
    """
    What a game's seed becomes at its decision number n, from 0: the first is made with the seed itself.
    """

def spider_shape(suits: int) -> list[list[int]]:
    """
    The shape that Spider's policies judge boards by: for each of spider_terms() six numbers, by rows left.
    """

def spider_terms() -> list[tuple[str, int, int]]:
    """
    What a shape has a number for: names, and the value and the step that tuning starts with.
    """

MOST_PLAYED_MOVES: int = 2000

class SpiderResult:
    """What a solver answers about one position."""

    @property
    def start(self) -> SpiderPosition: ...

    @property
    def verdict(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def length(self) -> int:
        """Moves of the solution, every one counted; 0 if there is none."""

    @property
    def why(self) -> str:
        """Why there is no win, where one reason will do; else empty."""

    @property
    def moves(self) -> list[PatienceMove]: ...

    @property
    def texts(self) -> list[str]:
        """The moves as text."""

    @property
    def cost(self) -> float: ...

    @property
    def lower_bound(self) -> float: ...

    @property
    def stats(self) -> dict[str, float]: ...

class SpiderSolver:
    """Solves positions of one game of the Spider kind, all cards known."""

    def __init__(self, game: SpiderGame) -> None: ...

    def solve_many(self, positions: Sequence[SpiderPosition], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[SpiderResult]:
        """
        Answers in the order of the positions; the limits (0: none) are for each. Solutions are replayed through the checked rules.
        """

def spider_features() -> list[str]:
    """The features that heuristics of open Spider are made of."""

def spider_heuristic_admissible(heuristic: Sequence[tuple[str, float]]) -> bool:
    """Never more than the moves still to come?"""

def spider_heuristic_value(position: SpiderPosition, heuristic: Sequence[tuple[str, float]]) -> float:
    """The estimate of one position."""

def search_spider(game: SpiderGame, position: SpiderPosition, spec: SearchSpec, heuristic: Sequence[tuple[str, float]], token: CancelToken | None = None, on_events: object | None = None) -> tuple[str, str, list[PatienceMove], float, float, dict[str, float]]:
    """
    Verdict, reason, moves, cost, lower bound and statistics; every card counts as known.
    """

class PairingRules:
    """The rules of a pairing game, as one value."""

    @staticmethod
    def from_dict(rules: dict[str, Any]) -> PairingRules:
        """
        Rules from a mapping; keys left out are those of Microsoft's Pyramid. ValueError names a bad key or value.
        """

    @staticmethod
    def types() -> dict[str, str]:
        """
        What the value of each key is: number, flag, word, numbers (a list) or number or word.
        """

    def to_dict(self) -> dict[str, int | bool | str]:
        """Every key with its value."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class PairingMove:
    """
    Two cards 0..51 that leave together, a king alone, a draw or a recycle.
    """

    def __init__(self, first: int, second: int | None = None) -> None:
        """Cards in either order; a king has no second."""

    DRAW: Final[PairingMove] = ...
    """(arg: object, /) -> winnable._core.PairingMove"""

    RECYCLE: Final[PairingMove] = ...
    """(arg: object, /) -> winnable._core.PairingMove"""

    @property
    def is_draw(self) -> bool: ...

    @property
    def is_recycle(self) -> bool: ...

    @property
    def cards(self) -> list[int]:
        """
        The cards that leave, lower number first; none for a draw or a recycle.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: PairingMove, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> list[int]: ...

    def __setstate__(self, state: Sequence[int]) -> None: ...

    def __repr__(self) -> str: ...

class PairingPosition:
    """A legal position; equal wherever the cards that have left came from."""

    @property
    def tableau(self) -> bytes:
        """Cards in reading order, 255 where one has left."""

    @property
    def columns(self) -> list[bytes]:
        """Open columns, deepest card first; none in games with a stock."""

    @property
    def waste(self) -> bytes:
        """First drawn first; the last one is on top."""

    @property
    def stock(self) -> bytes:
        """The first one is on top."""

    @property
    def pass_number(self) -> int:
        """From 1; always 1 where passes are unlimited."""

    @property
    def score(self) -> int:
        """Points so far; 0 without a scoring."""

    @property
    def removals(self) -> int:
        """Pairs and kings that have left."""

    @property
    def available(self) -> bytes:
        """Cards that may leave now, given a partner."""

    @property
    def known(self) -> bytes:
        """Cards in play that the player has seen."""

    @property
    def hidden(self) -> bytes:
        """
        Cards in play that the player has not seen: those of the tableau, then those of the stock.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> PairingPosition: ...

    def __deepcopy__(self, memo: object) -> PairingPosition: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

    def __repr__(self) -> str: ...

class PairingGame:
    """The pairing engine, reading one rules value."""

    def __init__(self, rules: PairingRules) -> None: ...

    @property
    def rules(self) -> PairingRules: ...

    @property
    def covers(self) -> list[list[int]]:
        """
        For each slot of the deal (tableau in reading order, then the rest) the slots that lie directly on it.
        """

    def deal(self, deck: bytes) -> PairingPosition:
        """
        Deals 52 cards: the tableau in reading order, then the stock, first drawn first.
        """

    def position(self, tableau: bytes, columns: Sequence[bytes], waste: bytes, stock: bytes, pass_number: int = 1) -> PairingPosition:
        """
        A position from piles, 255 for a gap in the tableau; ValueError says what is wrong.
        """

    def legal_moves(self, position: PairingPosition) -> list[PairingMove]:
        """
        Every legal move: removals sorted by their cards, then draw or recycle.
        """

    def why_illegal(self, position: PairingPosition, move: PairingMove) -> str | None:
        """None if the move is legal, else the reason."""

    def play(self, position: PairingPosition, move: PairingMove) -> PairingPosition:
        """The position after a move; raises IllegalMove with the reason."""

    def outcome(self, position: PairingPosition) -> str:
        """"won", "stuck" (no legal move) or "open"."""

    def key(self, position: PairingPosition) -> int:
        """128-bit key, the same for equal positions."""

    def format_move(self, position: PairingPosition, move: PairingMove) -> str:
        """The text of a legal move."""

    def parse_move(self, position: PairingPosition, text: str) -> PairingMove:
        """
        Reads 8S+5D, KH, draw or recycle; ValueError if it is none, IllegalMove if not legal.
        """

    def write(self, position: PairingPosition, moves: Sequence[PairingMove], style: str) -> PairingWritten:
        """A solution written out. IllegalMove, with its number, for one that is."""

    def describe_move(self, position: PairingPosition, move: PairingMove) -> str:
        """A move in words; ValueError for a card that has left."""

    def place_name(self, position: PairingPosition, card: int, with_row: bool = False) -> str:
        """Where a card lies; ValueError for one that has left."""

class PairingWritten:
    """A solution written out, from one replay."""

    @property
    def removals(self) -> int:
        """Pairs and kings that leave."""

    @property
    def draws(self) -> int: ...

    @property
    def recycles(self) -> int: ...

    @property
    def score(self) -> int:
        """Points at its end; 0 without a scoring."""

    @property
    def texts(self) -> list[str]:
        """The moves, in standard notation."""

    @property
    def body(self) -> str:
        """The lines below the head."""

class PairingResult:
    """What a solver answers about one position."""

    @property
    def start(self) -> PairingPosition: ...

    @property
    def verdict(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def length(self) -> int:
        """Moves of the solution, every one counted; 0 if there is none."""

    @property
    def why(self) -> str:
        """Why there is no win, where one reason will do; else empty."""

    @property
    def moves(self) -> list[PairingMove]: ...

    @property
    def texts(self) -> list[str]:
        """The moves as text."""

    @property
    def cost(self) -> float: ...

    @property
    def lower_bound(self) -> float: ...

    @property
    def stats(self) -> dict[str, float]: ...

    @property
    def score(self) -> int:
        """Points at the end of the moves."""

    @property
    def score_bound(self) -> int:
        """From the score solver: no line makes more points."""

    def write(self, style: str) -> PairingWritten:
        """The moves written out, as PairingGame.write does it."""

class PairingSolver:
    """Solves positions of one game; keeps its tables from one to the next."""

    def __init__(self, game: PairingGame, kind: str, metric: str = 'actions') -> None:
        """
        kind is auto, fewest or score; metric is what fewest minimises: actions, removals or passes.
        """

    @staticmethod
    def challenge(game: PairingGame, kind: str, amount: int, rank: int = 0, board: bool = False, metric: str = '') -> PairingSolver:
        """
        A solver that reaches `amount` points, or clears `amount` cards of a rank 0..12; with `board` it wins, too, and with a metric of fewest the line is the cheapest.
        """

    def solve_many(self, positions: Sequence[PairingPosition], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[PairingResult]:
        """
        Answers in the order of the positions; the limits (0: none) are for each. Moves are replayed through the checked rules.
        """

class PairingObservation:
    """
    What a player sees: piles with unknown cards, and which cards those are.
    """

    def __init__(self, tableau: bytes, columns: Sequence[bytes], waste: bytes, stock: bytes, pass_number: int, unseen: bytes) -> None:
        """
        Piles as in PairingGame.position, with 254 for a card that is not known.
        """

    @property
    def tableau(self) -> bytes:
        """
        Cards in reading order, 255 where one has left, 254 where one is not known.
        """

    @property
    def columns(self) -> list[bytes]:
        """Open columns, deepest card first; none in games with a stock."""

    @property
    def waste(self) -> bytes:
        """First drawn first; the last one is on top."""

    @property
    def stock(self) -> bytes:
        """The first one is on top; 254: not known."""

    @property
    def pass_number(self) -> int:
        """From 1; always 1 where passes are unlimited."""

    @property
    def unseen(self) -> bytes:
        """For each card 0..51, is it one of those that are not known? 52 bytes."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

    def __repr__(self) -> str: ...

UNSEEN_INDEX: int = 254

class PairingPlayed:
    """A game that a policy played."""

    @property
    def start(self) -> PairingPosition: ...

    @property
    def end(self) -> PairingPosition:
        """The position at the end."""

    @property
    def won(self) -> bool:
        """Has left what must leave?"""

    @property
    def reason(self) -> str:
        """won, conceded, or what broke it off: moves, time, memory, cancelled."""

    @property
    def moves(self) -> list[PairingMove]: ...

    @property
    def texts(self) -> list[str]:
        """The moves as text."""

    @property
    def decisions(self) -> int:
        """How often the policy was asked."""

    @property
    def nodes(self) -> int:
        """Positions that the policy's solver expanded."""

    @property
    def seconds(self) -> float: ...

class PairingPlayer:
    """A policy that plays one game's deals, seeing what a player sees."""

    def __init__(self, game: PairingGame, name: str, worlds: int = 0) -> None:
        """
        best, fast, greedy or random; best and fast draw so many worlds for each decision, 0: as is usual.
        """

    def decide(self, observation: PairingObservation, seed: int, token: CancelToken | None = None) -> list[PairingMove]:
        """
        Moves to make now, in order, as far as the first that brings a card to light; none: it concedes. ValueError for an observation that no position of the game has.
        """

    def play_many(self, positions: Sequence[PairingPosition], seeds: Sequence[int], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[PairingPlayed]:
        """
        Plays each position to its end; limits (0: none) are for each game, `nodes` are moves.
        """

def pairing_observe(game: PairingGame, position: PairingPosition) -> PairingObservation:
    """What the player sees of a position."""

def pairing_world(game: PairingGame, observation: PairingObservation, order: bytes) -> PairingPosition:
    """
    The position that looks so, with its unknown cards in this order, those of the tableau first. ValueError if no position of the game looks so.
    """

def pairing_exact(game: PairingGame, observation: PairingObservation, positions: int, token: CancelToken | None = None) -> list[int] | None:
    """
    Of the orders in which the unseen cards may lie, those that the best play wins after each legal move; None where more than so many positions would have to be looked at.
    """

class UndeadMove:
    """A monster into a cell."""

    def __init__(self, row: int, column: int, monster: str) -> None:
        """Row and column from 0; the monster is g, v or z."""

    @property
    def row(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def monster(self) -> str: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __lt__(self, arg: UndeadMove, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> list[int]: ...

    def __setstate__(self, state: Sequence[int]) -> None: ...

    def __repr__(self) -> str: ...

class UndeadLine:
    """What two sightings look along, from one to the other."""

    @property
    def ends(self) -> tuple[int, int]:
        """The sightings at its ends, numbered clockwise from 0 at the top left."""

    @property
    def labels(self) -> tuple[str, str]:
        """The labels of its ends: D1, L1, U1, R1."""

    @property
    def sightings(self) -> tuple[int | None, int | None]:
        """What is seen from its ends; None where that is hidden."""

    @property
    def cells(self) -> list[int]:
        """
        The squares of its cells from the first end on, in reading order from 0; a cell crossed twice stands twice.
        """

    @property
    def parts(self) -> list[str]:
        """
        For each of its cells the part of the line, seen from the first end: before its first mirror, between, after its last; straight where there is no mirror.
        """

    @property
    def squares(self) -> list[int]:
        """Every square from the first end on, mirrors too."""

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

class UndeadPosition:
    """A board with what has been filled in."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def totals(self) -> list[int]:
        """Ghosts, vampires, zombies; exact."""

    @property
    def sightings(self) -> list[int | None]:
        """
        Clockwise: the top from the left, the right from the top, the bottom from the right, the left from below. None where one is hidden.
        """

    @property
    def board(self) -> str:
        """
        The puzzle's squares in reading order: . for a cell, g v z for a given, \\ and / for mirrors.
        """

    @property
    def squares(self) -> str:
        """As `board`, with everything that is filled in."""

    @property
    def lines(self) -> list[UndeadLine]:
        """Every line once, ordered by its first end."""

    @property
    def labels(self) -> list[str]:
        """The labels of the sightings, in their order: D1, D2, ..."""

    @property
    def seen(self) -> list[int]:
        """For each sighting the monsters seen so far."""

    @property
    def counts(self) -> list[int]:
        """Ghosts, vampires and zombies filled in so far, givens included."""

    @property
    def start(self) -> UndeadPosition:
        """The same board with its givens alone."""

    @property
    def impossible_line(self) -> UndeadLine | None:
        """
        The first line that no filling of its open cells makes right, by itself; else None.
        """

    def filled(self, squares: str) -> UndeadPosition:
        """
        The same board with these squares filled in, written as `squares` has them.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __copy__(self) -> UndeadPosition: ...

    def __deepcopy__(self, memo: object) -> UndeadPosition: ...

    def __getstate__(self) -> tuple[object, ...]: ...

    def __setstate__(self, state: tuple[object, ...]) -> None: ...

    def __repr__(self) -> str: ...

class UndeadGame:
    """The rules of Undead."""

    def __init__(self) -> None: ...

    def position(self, width: int, height: int, board: str, totals: Sequence[int], sightings: Sequence[int | None], squares: str | None = None) -> UndeadPosition:
        """
        A position from the puzzle's squares (`. g v z \\ /`), its totals and its sightings, with `squares` filled in. ValueError(part, index, what, expected) for a board that is none: the part is size, total, grid or sighting.
        """

    def legal_moves(self, position: UndeadPosition) -> list[UndeadMove]:
        """Every open cell with every monster, in reading order."""

    def why_illegal(self, position: UndeadPosition, move: UndeadMove) -> str | None:
        """None if the move is legal, else the reason."""

    def play(self, position: UndeadPosition, move: UndeadMove) -> UndeadPosition:
        """The position after a move; raises IllegalMove with the reason."""

    def outcome(self, position: UndeadPosition) -> str:
        """"won", "stuck" (filled in, but wrong) or "open"."""

    def key(self, position: UndeadPosition) -> int:
        """128-bit key, the same for equal positions."""

    def format_move(self, position: UndeadPosition, move: UndeadMove) -> str:
        """The text of a legal move."""

    def parse_move(self, position: UndeadPosition, text: str) -> UndeadMove:
        """Reads r2c3=g; ValueError if it is no move, IllegalMove if not legal."""

def parse_undead_id(text: str) -> tuple[int, int, str, str, list[int], list[int | None], list[int], list[int], list[int]]:
    """
    Width, height, grade (e, n, t or empty), squares, totals and sightings of a game ID, and where each total, square and sighting begins. ValueError(offset, what, expected) where it cannot be read.
    """

def format_undead_id(position: UndeadPosition) -> str:
    """The game ID of a position's board."""

class UndeadResult:
    """What a solver answers about one position."""

    @property
    def start(self) -> UndeadPosition: ...

    @property
    def verdict(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def length(self) -> int:
        """Moves of the solution, every one counted; 0 if there is none."""

    @property
    def why(self) -> str:
        """Why there is no win, where one reason will do; else empty."""

    @property
    def moves(self) -> list[UndeadMove]: ...

    @property
    def texts(self) -> list[str]:
        """The moves as text."""

    @property
    def cost(self) -> float: ...

    @property
    def lower_bound(self) -> float: ...

    @property
    def stats(self) -> dict[str, float]: ...

    @property
    def solutions(self) -> int:
        """Different solutions found; no more than were sought."""

    @property
    def all(self) -> bool:
        """Proved: there are no others."""

    @property
    def unique(self) -> bool | None:
        """Is the solution the only one? None where that is not known."""

    @property
    def second_moves(self) -> list[UndeadMove]:
        """Another solution, where one was found."""

    @property
    def second_texts(self) -> list[str]:
        """The same as text."""

class UndeadSolver:
    """Fills in boards; keeps its memory from one to the next."""

    def __init__(self, solutions: int = 2) -> None:
        """
        How many different solutions are sought: 1 for any, 2 to know whether it is the only one, more to count.
        """

    def solve_many(self, positions: Sequence[UndeadPosition], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[UndeadResult]:
        """
        Answers in the order of the positions; the limits (0: none) are for each. Solutions are replayed through the checked rules.
        """

    def solve_ids(self, ids: Sequence[str], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[UndeadResult]:
        """
        As solve_many, from game IDs. The seconds in each answer's statistics are for reading, solving and proof together. ValueError for an ID that is none.
        """

class UndeadClue:
    """A sighting, the three totals together, or a monster that stands there."""

    @property
    def kind(self) -> str: ...

    @property
    def index(self) -> int:
        """
        Of the sighting, clockwise; of the monster's cell among the cells in reading order; 0 for the totals.
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class UndeadConflict:
    """Clues that contradict each other; none of them can be left out."""

    @property
    def clues(self) -> list[UndeadClue]: ...

    @property
    def labels(self) -> list[str]:
        """The clues as text: D1, the totals, r2c3=g."""

    @property
    def fewest(self) -> bool:
        """Proved: no set of fewer clues contradicts itself."""

def undead_conflict(position: UndeadPosition, nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> UndeadConflict | None:
    """
    The fewest clues that already contradict each other; None where the position can be completed, or where the limits (0: none) end before that is known.
    """

class UndeadReason:
    """The clues that something follows from, beside the candidates."""

    @property
    def rung(self) -> str:
        """sighting, difference, totals, one line, two lines or what if."""

    @property
    def lines(self) -> list[int]:
        """The numbers of the lines among the position's `lines`."""

    @property
    def end(self) -> int | None:
        """For the rung sighting: which of the position's `sightings`; else None."""

    @property
    def totals(self) -> bool:
        """Are the totals needed?"""

    @property
    def kinds(self) -> str:
        """
        For the rung totals: one letter, and all monsters of that kind are placed; or two, and the cells that can hold the third kind are just as many as are needed of it.
        """

class UndeadStep:
    """One deduction."""

    @property
    def rung(self) -> str:
        """sighting, difference, totals, one line, two lines or what if."""

    @property
    def lines(self) -> list[int]:
        """The numbers of the lines among the position's `lines`."""

    @property
    def end(self) -> int | None:
        """For the rung sighting: which of the position's `sightings`; else None."""

    @property
    def totals(self) -> bool:
        """Are the totals needed?"""

    @property
    def kinds(self) -> str:
        """
        For the rung totals: one letter, and all monsters of that kind are placed; or two, and the cells that can hold the third kind are just as many as are needed of it.
        """

    @property
    def cuts(self) -> list[tuple[int, str, str]]:
        """
        (square, letters before, letters left) for each cell with fewer candidates; one letter left: it is filled.
        """

    @property
    def assumed(self) -> tuple[int, str] | None:
        """A what-if's square and monster; else None."""

    @property
    def chain(self) -> list[UndeadStep]:
        """What follows from the assumption, to where it breaks."""

    @property
    def broken(self) -> UndeadReason | None:
        """What cannot be met at the end of the chain; None but for a what-if."""

    @property
    def shortest(self) -> bool:
        """
        A what-if of which is proved: no chain of reasons as easy, from any assumption, has fewer steps.
        """

class UndeadExplanation:
    """The steps from a position on, and where they end."""

    @property
    def steps(self) -> list[UndeadStep]: ...

    @property
    def candidates(self) -> list[str]:
        """By square, what it can still hold; empty for a mirror."""

    @property
    def solved(self) -> bool:
        """Is every cell filled?"""

    @property
    def all_possible(self) -> bool:
        """
        Known: every candidate left is in a solution. Not asked before a what-if is needed.
        """

    @property
    def broken(self) -> UndeadReason | None:
        """The position contradicts itself: what cannot be met after the steps."""

    @property
    def reason(self) -> str:
        """exhausted: the ladder came to its end; else the limit that was met."""

    @property
    def by_rung(self) -> dict[str, int]:
        """
        How many steps there are of each rung, easiest first; those in chains are not counted.
        """

    @property
    def hardest(self) -> str | None:
        """The hardest rung of the steps; None where there are none."""

    @property
    def passed_over(self) -> bool:
        """
        Were some lines left out because they can be filled in too many ways to go through?
        """

    @property
    def nodes(self) -> int:
        """Reasons tried, and decisions of the solver."""

    def fault(self) -> str | None:
        """
        Checks every step by other means, slowly: what is wrong in one line, or None.
        """

class UndeadExplainer:
    """Explains positions; keeps its memory from one to the next."""

    def __init__(self) -> None: ...

    def explain(self, position: UndeadPosition, hardest: str = 'what if', next_cell: bool = False, nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> UndeadExplanation:
        """
        The steps to the solution by rungs no harder than `hardest`; with `next_cell` the easiest and fewest that fill one more cell. A limit of 0: none. ValueError for an unknown rung.
        """

    def hardest_rung(self, position: UndeadPosition, most: str = 'two lines', nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> str | None:
        """
        The hardest rung that is needed to fill every cell, without the steps; None where rungs up to `most` do not do it (a what-if is never tried), or where a limit came first.
        """

class UndeadMade:
    """A board that was made, or why none was."""

    @property
    def position(self) -> UndeadPosition | None:
        """The puzzle; None if a limit was reached first."""

    @property
    def solution(self) -> UndeadPosition | None:
        """The same board with its one solution filled in."""

    @property
    def reason(self) -> str:
        """goal, or the limit reached."""

    @property
    def drafts(self) -> int:
        """Boards begun afresh."""

    @property
    def looked(self) -> int:
        """Boards looked at."""

    @property
    def seconds(self) -> float: ...

class UndeadGenerator:
    """
    Makes boards with one solution from seeds; keeps its memory between them.
    """

    def __init__(self, width: int, height: int, grade: str = '', technique: str = '', mirrors: int | None = None, hidden: int = 0) -> None:
        """
        The grade is easy, normal, tricky or empty for any; the technique is the hardest rung that is needed (`sighting`, `difference`, `totals`, `one line`, `two lines`, `what if`) or empty; mirrors and hidden sightings are numbers. ValueError for a recipe that no board can meet.
        """

    def make(self, seed: int, nodes: int = 0, seconds: float = 0.0, token: CancelToken | None = None, on_looked: object | None = None) -> UndeadMade:
        """
        The board of a seed, the same on every machine unless `seconds` come first. `nodes` limits the boards looked at (0: no limit); `on_looked` is told now and then how many these are.
        """

class UndeadSgtGrade:
    """The grade that sgt-puzzles give a board, and what it rests on."""

    @property
    def grade(self) -> str:
        """
        easy, normal or tricky; none: there is not just one solution, or a limit was met.
        """

    @property
    def passes(self) -> int:
        """
        Passes over all lines; the last one finished the board, or changed nothing.
        """

    @property
    def open(self) -> int:
        """Cells left for brute force."""

    @property
    def verdict(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def solutions(self) -> int:
        """0, 1, or 2 for more than one; those found so far if a limit was met."""

class UndeadSgtGrader:
    """Grades boards as sgt-puzzles do; keeps its memory between them."""

    def __init__(self) -> None: ...

    def grade_many(self, positions: Sequence[UndeadPosition], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None) -> list[UndeadSgtGrade]:
        """
        In the order of the positions; what is filled in counts as given. The limits (0: none) are for each.
        """

class SearchSpec:
    """What a search is told; a limit of 0 is no limit."""

    def __init__(self) -> None: ...

    @property
    def algorithm(self) -> str: ...

    @algorithm.setter
    def algorithm(self, arg: str, /) -> None: ...

    @property
    def weight(self) -> float:
        """Of the estimate, in weighted_astar."""

    @weight.setter
    def weight(self, arg: float, /) -> None: ...

    @property
    def depth_limit(self) -> int:
        """In moves."""

    @depth_limit.setter
    def depth_limit(self, arg: int, /) -> None: ...

    @property
    def beam_width(self) -> int: ...

    @beam_width.setter
    def beam_width(self, arg: int, /) -> None: ...

    @property
    def table_bytes(self) -> int:
        """Of the transposition table; 0: no table."""

    @table_bytes.setter
    def table_bytes(self, arg: int, /) -> None: ...

    @property
    def nodes(self) -> int: ...

    @nodes.setter
    def nodes(self, arg: int, /) -> None: ...

    @property
    def seconds(self) -> float: ...

    @seconds.setter
    def seconds(self, arg: float, /) -> None: ...

    @property
    def bytes(self) -> int: ...

    @bytes.setter
    def bytes(self, arg: int, /) -> None: ...

    @property
    def every(self) -> int:
        """Every n-th event is told."""

    @every.setter
    def every(self, arg: int, /) -> None: ...

    @property
    def sample_first(self) -> int:
        """Of sampled events, how many are all told."""

    @sample_first.setter
    def sample_first(self, arg: int, /) -> None: ...

    @property
    def sample_most(self) -> int:
        """
        How many of the others are told before the rate is halved; 0: it stays.
        """

    @sample_most.setter
    def sample_most(self, arg: int, /) -> None: ...

def search_game(game: object, start: object, spec: SearchSpec, heuristic: object | None = None, admissible: bool = False, token: CancelToken | None = None, on_events: object | None = None) -> tuple[str, str, list[object], float, float, dict[str, float]]:
    """
    Verdict, reason, moves, cost, lower bound and statistics of a search over a game written in Python.
    """

class PatienceSearchOptions:
    """Which moves a search makes of a patience game."""

    def __init__(self, autoplay: str = 'none', supermoves: bool = True, off_foundation: bool = True) -> None: ...

def patience_features() -> list[str]:
    """The features that heuristics of pile-building games are made of."""

def student_weights(version: int) -> list[tuple[str, float]]:
    """The weights of the student system's A* (1) and A* v2 (2)."""

def heuristic_admissible(game: PatienceGame, heuristic: Sequence[tuple[str, float]], autoplay: str = 'none', supermoves: bool = True) -> bool:
    """
    Never more than the moves still to come? ValueError if a feature means nothing in this game.
    """

def heuristic_value(game: PatienceGame, position: PatiencePosition, heuristic: Sequence[tuple[str, float]], supermoves: bool = True) -> float:
    """The estimate of one position."""

def search_patience(game: PatienceGame, position: PatiencePosition, spec: SearchSpec, heuristic: Sequence[tuple[str, float]], moves: PatienceSearchOptions, token: CancelToken | None = None, on_events: object | None = None) -> tuple[str, str, list[PatienceMove], float, float, dict[str, float]]:
    """Verdict, reason, moves, cost, lower bound and statistics."""

def pairing_features() -> list[str]:
    """The features that heuristics of pairing games are made of."""

def pairing_heuristic_admissible(game: PairingGame, heuristic: Sequence[tuple[str, float]]) -> bool:
    """Never more than the moves still to come?"""

def pairing_heuristic_value(game: PairingGame, position: PairingPosition, heuristic: Sequence[tuple[str, float]]) -> float:
    """The estimate of one position; infinite where it shows a dead end."""

def pairing_partners(game: PairingGame, position: PairingPosition) -> list[bytes]:
    """
    For each card 0..51 the cards with which it may still leave: those that make thirteen with it and need not leave before it can or after it has.
    """

def search_pairing(game: PairingGame, position: PairingPosition, spec: SearchSpec, heuristic: Sequence[tuple[str, float]], token: CancelToken | None = None, on_events: object | None = None) -> tuple[str, str, list[PairingMove], float, float, dict[str, float]]:
    """Verdict, reason, moves, cost, lower bound and statistics."""

class ThesisOptions:
    """The heuristics of the thesis's search, and what it wished for."""

    def __init__(self) -> None: ...

    @property
    def kings(self) -> bool:
        """Kings first."""

    @kings.setter
    def kings(self, arg: bool, /) -> None: ...

    @property
    def pyramid(self) -> bool:
        """
        Pairs within the pyramid first, then pyramid with stock or waste, then stock with waste.
        """

    @pyramid.setter
    def pyramid(self, arg: bool, /) -> None: ...

    @property
    def frees(self) -> bool:
        """Among those, what frees more cards first."""

    @frees.setter
    def frees(self, arg: bool, /) -> None: ...

    @property
    def single_partner(self) -> bool:
        """Keep the only partner that a card of the pyramid has."""

    @single_partner.setter
    def single_partner(self, arg: bool, /) -> None: ...

    @property
    def shared_partners(self) -> bool:
        """Keep partners that several cards share and need."""

    @shared_partners.setter
    def shared_partners(self, arg: bool, /) -> None: ...

    @property
    def table(self) -> bool:
        """Search each position once."""

    @table.setter
    def table(self, arg: bool, /) -> None: ...

    @property
    def draw_moves(self) -> bool:
        """Draw and recycle are moves, tried last."""

    @draw_moves.setter
    def draw_moves(self, arg: bool, /) -> None: ...

def search_thesis(game: PairingGame, position: PairingPosition, spec: SearchSpec, options: ThesisOptions, token: CancelToken | None = None, on_events: object | None = None) -> tuple[tuple[str, str, list[PairingMove], float, float, dict[str, float]], tuple[int, int, int, int, float]]:
    """
    The answer as search_pairing gives it, and the thesis's figures: generated, visited, depth, backtracks, seconds.
    """

def undead_features() -> list[str]:
    """The features that heuristics of Undead are made of."""

def undead_heuristic_admissible(heuristic: Sequence[tuple[str, float]]) -> bool:
    """Never more than the moves still to come?"""

def undead_heuristic_value(position: UndeadPosition, heuristic: Sequence[tuple[str, float]]) -> float:
    """The estimate of one position; infinite where it shows a dead end."""

def search_undead(position: UndeadPosition, spec: SearchSpec, heuristic: Sequence[tuple[str, float]], token: CancelToken | None = None, on_events: object | None = None) -> tuple[str, str, list[UndeadMove], float, float, dict[str, float]]:
    """Verdict, reason, moves, cost, lower bound and statistics."""

def undead_methods() -> list[str]:
    """The dissertation's methods."""

class UndeadMethodOptions:
    """One of the dissertation's methods, and its switches."""

    def __init__(self, method: str) -> None: ...

    @property
    def zero_fill(self) -> bool:
        """First fill in the lines that show nothing."""

    @zero_fill.setter
    def zero_fill(self, arg: bool, /) -> None: ...

    @property
    def zero_sum(self) -> bool:
        """Check the difference of the two sightings of a line."""

    @zero_sum.setter
    def zero_sum(self, arg: bool, /) -> None: ...

    @property
    def second(self) -> bool:
        """Go on for a second solution."""

    @second.setter
    def second(self, arg: bool, /) -> None: ...

    @property
    def seed(self) -> int:
        """Of random."""

    @seed.setter
    def seed(self, arg: int, /) -> None: ...

    @property
    def tries(self) -> int:
        """Boards that random draws, at most."""

    @tries.setter
    def tries(self, arg: int, /) -> None: ...

def search_undead_by_method(position: UndeadPosition, spec: SearchSpec, options: UndeadMethodOptions, token: CancelToken | None = None, on_events: object | None = None) -> tuple[tuple[str, str, list[UndeadMove], float, float, dict[str, float]], int, bool, list[UndeadMove], tuple[int, int, int, int, int, int, float]]:
    """
    The answer as search_undead gives it; solutions found; is that all of them; another solution; the figures: zero_filled, made, listed, tries, refused, backtracks, seconds.
    """

class PatienceResult:
    """What a solver answers about one position."""

    @property
    def start(self) -> PatiencePosition: ...

    @property
    def verdict(self) -> str: ...

    @property
    def reason(self) -> str: ...

    @property
    def length(self) -> int:
        """Moves of the solution, every one counted; 0 if there is none."""

    @property
    def why(self) -> str:
        """Why there is no win, where one reason will do; else empty."""

    @property
    def moves(self) -> list[PatienceMove]: ...

    @property
    def texts(self) -> list[str]:
        """The moves as text."""

    @property
    def cost(self) -> float: ...

    @property
    def lower_bound(self) -> float: ...

    @property
    def stats(self) -> dict[str, float]: ...

    def write(self, style: str, autoplay: str) -> PatienceWritten:
        """
        The solution written out, as PatienceGame.write does it with the moves.
        """

class PatienceSolver:
    """Solves positions of one game; keeps its tables from one to the next."""

    def __init__(self, game: PatienceGame, kind: str, metric: str = 'moves', autoplay: str = 'none', supermoves: bool = True) -> None:
        """
        kind is auto, short or shortest; metric is what shortest minimises. Under autoplay max auto and short play a game in which every card that can go home does after each move; without supermoves cards move one at a time.
        """

    def solve_many(self, positions: Sequence[PatiencePosition], nodes: int = 0, seconds: float = 0.0, bytes: int = 2000000000, token: CancelToken | None = None, on_improvement: object | None = None) -> list[PatienceResult]:
        """
        Answers in the order of the positions; the limits (0: none) are for each. Solutions are replayed through the checked rules.
        """

def metric_names() -> list[str]:
    """The metrics that the shortest solver knows."""

class PlayedGames:
    """What a simulated player made of a position."""

    @property
    def games(self) -> int:
        """Games played to their end."""

    @property
    def wins(self) -> int: ...

    @property
    def home(self) -> int:
        """
        Cards on the foundations at the end, all games together; where whole suits leave, and those in suit on the next.
        """

    @property
    def lost_moves(self) -> int:
        """Moves of the lost games, safe moves home not counted."""

    @property
    def positions(self) -> int:
        """Positions judged, all games together."""

    @property
    def reason(self) -> str:
        """goal if all games were played."""

def play_patience(game: PatienceGame, position: PatiencePosition, look_ahead: int, slips: int, games: int, seed: int = 0, nodes: int = 0, seconds: float = 0.0, token: CancelToken | None = None) -> PlayedGames:
    """
    Games of a player that looks 1 to 4 moves ahead and misjudges each move by up to slips hundredths of a card that is home. The limits (0: none) are for all games together; nodes are positions judged.
    """
