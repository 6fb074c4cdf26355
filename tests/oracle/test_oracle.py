"""The oracle against what is known without it: published boards, another program's layouts, brute force."""

from random import Random

import pytest

from oracle import autoplay, toys
from oracle.cards import card, microsoft_deck, name
from oracle.games import GAMES, variant
from oracle.pysol import PYSOL_NAMES, pysol_card
from oracle.rules import Move, Position, canonical, faults, is_won, legal_moves, play
from oracle.solve import is_winnable, perft, reachable, shortest
from oracle.supermove import can_cross


def cards(text: str) -> tuple[int, ...]:
    return tuple(card(word) for word in text.split())


def columns(rules_name: str, *texts: str) -> tuple[tuple[int, ...], ...]:
    shown = [cards(text) for text in texts]
    return (*shown, *[()] * (GAMES[rules_name].columns - len(shown)))


def test_microsoft_deal_1_first_row() -> None:
    assert [name(c) for c in microsoft_deck(1)[:8]] == ["JD", "2D", "9H", "JC", "5D", "7H", "7C", "5H"]


def test_microsoft_deal_617_first_column() -> None:
    assert tuple(microsoft_deck(617)[::8]) == cards("7D TD TH KD 4C 4S JD")


@pytest.mark.parametrize("number", [1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1])
def test_microsoft_decks_are_whole(number: int) -> None:
    assert sorted(microsoft_deck(number)) == list(range(52))


@pytest.mark.parametrize("game", GAMES)
def test_layouts_use_every_card_once(game: str) -> None:
    rules = GAMES[game]
    for number in range(1, 20):
        assert faults(rules, rules.layout(rules, microsoft_deck(number))) == []


@pytest.mark.parametrize("game", PYSOL_NAMES)
def test_layouts_are_those_of_pysol_cards(game: str) -> None:
    """The same shuffled deck, laid out by PyPI's pysol-cards and by the oracle."""
    deal_game = pytest.importorskip("pysol_cards.deal_game")
    dealer = pytest.importorskip("pysol_cards.random_base").RandomBase
    rules = GAMES[game]
    for number in range(1, 40):
        theirs = deal_game.Game(PYSOL_NAMES[game], number, dealer.DEALS_MS)
        theirs.deal()
        deck = [pysol_card(c) for c in theirs.cards]
        assert deck == microsoft_deck(number)
        getattr(theirs, theirs.game_class)()
        ours = rules.layout(rules, deck)
        boards = [tuple(map(pysol_card, column)) for column in theirs.board.columns.cols]
        assert ours.columns == tuple(boards)


def test_penguin_deals_the_beak_first() -> None:
    rules = GAMES["penguin"]
    position = rules.layout(rules, microsoft_deck(1))
    assert name(position.columns[0][0]) == "JD"
    assert position.base == 10
    assert position.home == (1, 0, 1, 1)
    assert [len(column) for column in position.columns] == [7] * 7


# --- group moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("target_empty", [False, True])
@pytest.mark.parametrize("spare", [0, 1, 2])
@pytest.mark.parametrize("cells", [0, 1, 2, 3])
def test_the_supermove_formula_counts_what_single_cards_can_do(
    cells: int, spare: int, target_empty: bool
) -> None:
    limit = (cells + 1) * 2**spare
    lengths = range(1, min(13, limit + 2) + 1)
    can = [can_cross(run, cells, spare, target_empty=target_empty) for run in lengths]
    assert can == [run <= limit for run in lengths]


@pytest.mark.parametrize("spare", [0, 1, 2])
@pytest.mark.parametrize("cells", [0, 1, 2, 3])
def test_columns_for_kings_only_are_no_help(cells: int, spare: int) -> None:
    for target_empty in (False, True):
        lengths = range(1, cells + 4)
        can = [can_cross(run, cells, spare, target_empty=target_empty, kings_only=True) for run in lengths]
        assert can == [run <= cells + 1 for run in lengths]


def test_the_column_under_a_whole_run_is_no_help_towards_a_card() -> None:
    for cells, spare in [(0, 0), (1, 0), (0, 1), (2, 1)]:
        limit = (cells + 1) * 2**spare
        assert can_cross(limit, cells, spare, whole_column=True)
        assert not can_cross(limit + 1, cells, spare, whole_column=True)


# --- single rules, by hand -------------------------------------------------------------------------------


def test_group_limits_on_the_board() -> None:
    """Two cells free and one column empty: six cards onto a card, three into the empty column."""
    run = columns("freecell", "9S 8H 7S 6H 5S 4H 3S", "TH", "", "2S", "KC", "KD", "KH", "KS")
    held = (card("QC"), card("QD"), None, None)
    moves = legal_moves(GAMES["freecell"], Position(run, held))
    assert {m.count for m in moves if (m.from_pile, m.to_pile) == (0, 2)} == {1, 2, 3}
    assert not any((m.from_pile, m.to_pile) == (0, 1) for m in moves)  # seven cards
    shorter = (run[0][:-1], *run[1:])
    moves = legal_moves(GAMES["freecell"], Position(shorter, held))
    assert Move(0, 1, 6) in moves


def test_kings_only_and_no_filling() -> None:
    piles = columns("ko_bakers", "KC 5C", "KD", "2H")
    moves = legal_moves(GAMES["ko_bakers"], Position(piles, (None,) * 4))
    assert {m.from_pile for m in moves if m.to_pile == 4} == {1}
    piles = columns("bakers_dozen", "KC 5C", "KD", "6H")
    moves = legal_moves(GAMES["bakers_dozen"], Position(piles, ()))
    assert moves == [Move(0, 2, 1)]


def test_penguin_turns_the_corner_but_not_past_the_beak() -> None:
    """Base 6: a king goes on an ace and a five into an empty column; a five does not go on the six."""
    rules = GAMES["penguin"]
    piles = columns("penguin", "AC", "KC", "6D", "5D", "4D", "2H")
    moves = legal_moves(rules, Position(piles, (None,) * 7, (1, 0, 1, 1), 5))
    tableau = {(m.from_pile, m.to_pile) for m in moves if m.to_pile < 7}
    assert tableau == {(1, 0), (4, 3), (3, 6)}
    assert Move(2, 33, 1) in moves  # the beak goes home


def test_simple_simon_lifts_in_suit_drops_on_any_and_suits_leave() -> None:
    rules = GAMES["simple_simon"]
    piles = columns("simple_simon", "9S 7H 6H", "8C", "7D 6S 5S", "KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C", "AC")
    position = Position(piles, ())
    moves = legal_moves(rules, position)
    assert Move(0, 1, 2) in moves  # 7H 6H onto the eight of clubs
    assert Move(2, 1, 3) not in moves  # 7D 6S is no suit
    after = play(rules, position, Move(4, 3, 1))
    assert after.columns[3] == ()
    assert after.home == (13, 0, 0, 0)


def test_cards_come_back_only_where_allowed() -> None:
    piles = columns("freecell", "4S", "KC", "KD", "KH", "KS", "QC", "QD", "QH")
    position = Position(piles, (None, card("JC"), card("JD"), card("JH")), (3, 3, 3, 2))
    strict = legal_moves(GAMES["freecell"], position)
    lenient = legal_moves(variant("freecell", takes_back=True), position)
    assert not any(m.from_pile >= 32 for m in strict)
    assert [m for m in lenient if m.from_pile >= 32] == [
        Move(32, 16, 1),
        Move(33, 0, 1),
        Move(33, 16, 1),
        Move(34, 0, 1),
        Move(34, 16, 1),
        Move(35, 16, 1),
    ]


@pytest.mark.parametrize(
    ("next_club", "home", "policy", "goes"),
    [
        ("5C", (4, 4, 4, 0), "horne", True),
        ("5C", (4, 4, 3, 4), "horne", False),
        ("5C", (4, 3, 3, 2), "horne", False),
        ("5C", (4, 3, 3, 2), "safe", True),
        ("5C", (4, 3, 3, 1), "safe", False),
        ("5C", (4, 3, 2, 4), "safe", False),
        ("5C", (4, 3, 2, 4), "max", True),
        ("5C", (4, 4, 4, 4), "none", False),
        ("2C", (1, 0, 0, 0), "horne", True),
        ("3C", (1, 4, 4, 4), "max", False),
    ],
)
def test_autoplay_policies_on_a_club(next_club: str, home: tuple[int, ...], policy: str, goes: bool) -> None:
    position = Position(((),) * 8, (None,) * 4, home)
    assert autoplay.goes_home(GAMES["freecell"], position, card(next_club), policy) is goes


# --- autoplay never loses a game, except max ----------------------------------------------------------


@pytest.mark.parametrize("policy", ["horne", "safe"])
@pytest.mark.parametrize("game", [name for name in GAMES if name != "simple_simon"])
def test_safe_autoplay_keeps_a_win(game: str, policy: str) -> None:
    rng = Random(f"{game} {policy}")
    rules = GAMES[game]._replace(cells=min(1, GAMES[game].cells))
    for _ in range(12):
        position = toys.toy_deal(rules, 3, rng, columns=min(3, rules.columns))
        before = is_winnable(rules, position)
        for move in autoplay.autoplay(rules, position, policy):
            position = play(rules, position, move)
        assert is_winnable(rules, position) is before


# --- searches --------------------------------------------------------------------------------------------


def test_searches_agree_with_each_other() -> None:
    rules = variant("freecell", cells=0, columns=4)
    rng = Random(4)
    found = set()
    for _ in range(25):
        position = toys.toy_deal(rules, 3, rng)
        everything = reachable(rules, position)
        wins = any(is_won(p) for p in everything)
        best = shortest(rules, position)
        assert is_winnable(rules, position) is wins
        assert (best is not None) is wins
        assert best is None or best >= 12
        found.add(wins)
    assert found == {True, False}


def test_perft_counts_sequences() -> None:
    rules = variant("freecell", cells=1, columns=2)
    position = Position(((card("KC"), card("QD")), (card("KS"),)), (card("KD"),), (12, 11, 13, 12))
    assert [name(c) for c in (51, 47)] == ["KS", "QS"]
    assert perft(rules, position, 0) == 1
    assert perft(rules, position, 1) == len(legal_moves(rules, position))
    total = sum(perft(rules, play(rules, position, m), 2) for m in legal_moves(rules, position))
    assert perft(rules, position, 3) == total


def test_canonical_positions_ignore_the_order_of_columns_and_cells() -> None:
    rules = GAMES["freecell"]
    position = toys.ragged_deal(rules, Random(1), 20)
    shuffled = position._replace(columns=position.columns[::-1], cells=position.cells[::-1])
    assert canonical(shuffled) == canonical(position)
    assert canonical(position._replace(home=(1, 2, 3, 4))) != canonical(position)
