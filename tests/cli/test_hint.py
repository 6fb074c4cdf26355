"""`winnable hint` and `winnable verdicts`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from families.undead.test_save import save


def test_verdicts_of_equal_moves_are_one_row(winnable: Callable[..., object]) -> None:
    few = ("verdicts", "freecell", "ms:617", "--max-nodes", "2000")
    folded = [json.loads(line) for line in winnable(*few, "--json").out.splitlines()]
    every = [json.loads(line) for line in winnable(*few, "--json", "--all").out.splitlines()]
    assert (len(folded), len(every)) == (11, 35)
    named = sorted(text for row in folded for text in (row["move"], *row["equal"]))
    assert named == sorted(row["move"] for row in every)
    assert any(row["equal"] == ["2b", "2c", "2d"] for row in folded)
    lines = winnable(*few).out.splitlines()
    assert len(lines) == 11
    assert any(line.endswith("KS from column 2 to cell a (the same: 2b 2c 2d)") for line in lines)
    assert winnable(*few, "--all").out.count("\n") == 35


def test_a_hint_leads_to_a_win_by_its_own_line(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "freecell", "ms:617", "--json")
    assert answer.code == 0
    advice = json.loads(answer.out)
    assert advice["move"] == advice["moves"][0]
    assert advice["why"]
    checked = winnable("check", "freecell", "ms:617", "-", stdin=" ".join(advice["moves"]))
    assert checked.code == 0


def test_following_hints_wins(winnable: Callable[..., object]) -> None:
    line = json.loads(winnable("hint", "freecell", "ms:617", "--json").out)["moves"]
    late = " ".join(line[:-6])
    answer = winnable("hint", "freecell", "ms:617", "--after", late, "--json")
    assert answer.code == 0
    assert len(json.loads(answer.out)["moves"]) <= 6


def test_a_hint_says_that_every_other_move_loses(winnable: Callable[..., object], tmp_path: Path) -> None:
    # The one cell must take the 6H, which frees the 5H; with any other card in it nothing moves again.
    path = tmp_path / "end.txt"
    path.write_text("Foundations: H-4 C-K D-K S-K\nFreecells: -\n: 5H 6H\n: KH QH JH\n: TH 9H 8H 7H\n")
    game = "freecell:cells=1,columns=3"
    answer = winnable("hint", game, str(path), "--json")
    assert answer.code == 0
    advice = json.loads(answer.out)
    assert advice["move"] == "1a"
    assert advice["others"] == {"2a": "unsolvable", "3a": "unsolvable"}
    assert "every other move loses" in advice["why"]
    assert "it frees 5H of column 1, which goes home next and leaves column 1 empty" in advice["why"]
    verdicts = winnable("verdicts", game, str(path), "--json")
    by_move = {item["move"]: item["verdict"] for item in map(json.loads, verdicts.out.splitlines())}
    assert by_move == {"1a": "solved", "2a": "unsolvable", "3a": "unsolvable"}


def test_a_lost_position_is_said_to_be_lost(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "freecell", "ms:11982")
    assert answer.code == 1
    assert answer.out.startswith("lost:")
    assert answer.out.count("\n") == 1


def test_a_won_position_needs_no_move(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "freecell", "-", stdin="Foundations: H-K C-K D-K S-K\nFreecells: - - - -\n")
    assert (answer.code, answer.out) == (0, "the game is won already\n")


def test_verdicts_of_an_unwinnable_deal(winnable: Callable[..., object]) -> None:
    answer = winnable("verdicts", "freecell", "ms:11982", "--json")
    assert answer.code == 1
    lines = [json.loads(line) for line in answer.out.splitlines()]
    assert lines
    assert {line["verdict"] for line in lines} == {"unsolvable"}


def test_a_verdict_of_solved_holds_after_the_move(winnable: Callable[..., object]) -> None:
    answer = winnable("verdicts", "freecell", "ms:5", "--json")
    lines = [json.loads(line) for line in answer.out.splitlines()]
    solved = [line["move"] for line in lines if line["verdict"] == "solved"]
    assert solved
    hinted = winnable("hint", "freecell", "ms:5", "--after", solved[-1])
    assert hinted.code == 0


ENDGAME = """\
8S
8H 5C
-- -- --
-- -- -- --
-- -- -- -- --
-- -- -- -- -- --
-- -- -- -- -- -- --
Stock: 5D
Waste:
Pass: 3
"""


def test_a_hint_in_pyramid(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "pyramid", "-", stdin=ENDGAME)
    assert answer.code == 0
    assert answer.out == (
        "8H+5C: 8H with 5C, both in the pyramid; 8H+5D loses: 5C and 8S would be left without a partner; "
        "8H is the only partner left for 5C; it frees 8S in row 1 (leaves with 5D next); "
        "it keeps 5D for 8S, which has no other partner; it begins a win in 2 actions, the fewest\n"
    )
    after = winnable("hint", "pyramid", "-", "--after", "8h+5c", stdin=ENDGAME)
    assert after.out.startswith("8S+5D: 8S in the pyramid with 5D on the stock; ")
    drawing = winnable("hint", "pyramid", "ms:8")
    assert drawing.out.startswith(
        "draw: TS to the waste; it is the only legal move; it goes for 2H in the stock"
    )


def test_a_lost_pyramid_has_a_reason_and_points(winnable: Callable[..., object]) -> None:
    lost = ENDGAME.replace("8H 5C", "KH 5C").replace("5D", "")
    answer = winnable("hint", "pyramid", "-", "--json", stdin=lost)
    assert answer.code == 1
    advice = json.loads(answer.out)
    assert (advice["verdict"], advice["move"], advice["moves"]) == ("unsolvable", "KH", ["KH"])
    why = "lost: the 5s and 8s cannot all be paired: 5C can leave with no 8: it must leave before 8S"
    assert advice["why"][0] == why
    assert advice["why"][1] == f"it begins a line to {advice['score']} points, the most"
    hoyle = winnable("hint", "pyramid", "-", "--variant", "hoyle", stdin=lost.replace("Pass: 3\n", ""))
    assert (hoyle.code, hoyle.out) == (1, why + "\n")


def test_verdicts_in_pyramid(winnable: Callable[..., object]) -> None:
    answer = winnable("verdicts", "pyramid", "-", stdin=ENDGAME)
    assert answer.code == 0
    assert answer.out.splitlines() == [
        "8H+5C winnable in 2 moves, the fewest: 8H with 5C, both in the pyramid",
        "draw  winnable in 3 moves, the fewest: draw: 5D to the waste",
        "8H+5D lost: 8H in the pyramid with 5D on the stock (no card can leave, and none can be drawn)",
    ]
    lines = winnable(
        "verdicts", "pyramid", "-", "--json", "--solver", "fewest", stdin=ENDGAME
    ).out.splitlines()
    by_move = {item["move"]: item for item in map(json.loads, lines)}
    assert {move: item["length"] for move, item in by_move.items()} == {"8H+5C": 2, "8H+5D": 0, "draw": 3}
    lost = "no card can leave, and none can be drawn"
    assert [item["why"] for item in by_move.values()] == [[], [], [lost]]
    last = winnable("verdicts", "pyramid", "-", "--after", "8H+5C", stdin=ENDGAME).out
    assert "winnable in 1 move: " in last
    points = winnable("verdicts", "pyramid", "-", "--solver", "score", stdin=ENDGAME).out
    assert [line.split(":")[0] for line in points.splitlines()] == [
        "8H+5C 1290 points, 2 moves",
        "draw  1290 points, 3 moves",
        "8H+5D 535 points, 1 move",
    ]
    wrong = winnable("verdicts", "pyramid:hoyle", "1", "--solver", "score")
    assert (wrong.code, wrong.err) == (
        2,
        "winnable: score does not say which moves win; expected auto or fewest\n",
    )


# The king must go before the ace completes its run; nothing is seen of two cards, an ace and a two.
HAND = """\
Runs: C-0 D-0 H-0 S-6
Column 1: KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S
Column 2: ?? ?? | AS
Column 3: QS JS TS 9S 8S 7S 6S 5S 4S 3S
Column 4: KS
"""


def test_a_hint_in_spider_is_of_a_policy(winnable: Callable[..., object]) -> None:
    answer = winnable("hint", "spider:suits=1", "-", "--policy", "fast", stdin=HAND)
    assert answer.code == 0
    assert answer.out.startswith("21: ace of spades from column 2 onto the two of spades in column 1; ")
    assert "it completes a run of spades; it turns a card in column 2 (2 face down, the fewest)" in answer.out
    sure = "won whatever lies hidden: the policy fast, which does not see the hidden cards, wins both"
    assert answer.out.endswith(f"; {sure} ways that the 2 cards may lie\n")
    data = json.loads(winnable("hint", "spider:suits=1", "-", "--policy", "fast", "--json", stdin=HAND).out)
    assert (data["verdict"], data["policy"], data["move"], data["moves"]) == ("solved", "fast", "21", ["21"])
    assert data["words"] == "ace of spades from column 2 onto the two of spades in column 1"
    assert data["why"][0] == "it completes a run of spades"


def test_the_same_is_seen_of_a_deal_and_of_what_is_known_of_it(
    winnable: Callable[..., object], tmp_path: Path
) -> None:
    known = json.loads(winnable("deal", "spider", "7", "--json").out)
    unknown = tmp_path / "seen.txt"
    board = winnable("deal", "spider", "7").out
    lines = []
    for line in board.splitlines():
        name, _, cards = line.partition(":")
        down, bar, up = cards.rpartition("|")
        hidden = "?? " * len(down.split()) + "|" if bar else ""
        rows = " ".join(["??"] * len(up.split()))
        lines.append(f"{name}: {rows if name.startswith('Row') else hidden + up}")
    unknown.write_text("\n".join(lines) + "\n")
    assert known
    hints = [
        winnable("hint", "spider", which, "--policy", "fast", "--seed", "3").out
        for which in ("7", str(unknown))
    ]
    assert hints[0] == hints[1]
    assert "??" in unknown.read_text()


def test_moves_after_a_hand_with_unknown_cards(winnable: Callable[..., object]) -> None:
    after = winnable("hint", "spider:suits=1", "-", "--after", "34", "--policy", "fast", stdin=HAND)
    assert after.code == 0
    turning = winnable("hint", "spider:suits=1", "-", "--after", "21", "--policy", "fast", stdin=HAND)
    assert (turning.code, turning.err) == (
        2,
        "winnable: --after, move 1: this move turns or deals a card that is unknown; "
        "expected it to be named behind the move, as in 37=QH or deal=KS,QH,...\n",
    )


def test_policies_are_of_games_that_hide_cards(winnable: Callable[..., object]) -> None:
    for game, title, option in (
        ("freecell", "FreeCell", ["--open"]),
        ("mrs_mop", "Mrs Mop", ["--policy", "fast"]),
    ):
        wrong = winnable("hint", game, "617", *option)
        what = f"{title} hides no cards: its hints are the solver's; leave out --open and --policy"
        assert (wrong.code, wrong.err) == (2, f"winnable: {what}\n")
    no_advice = winnable("hint", "scorpion", "1")
    expected = "open_cards=True (--open), or a policy by name"
    why = f"no policy gives advice in scorpion; expected {expected}"
    assert (no_advice.code, no_advice.err) == (2, f"winnable: {why}\n")
    assert winnable("hint", "scorpion", "1", "--policy", "random").code == 0
    unknown = winnable("hint", "spider", "1", "--policy", "luck")
    assert unknown.code == 2
    assert "no policy 'luck'" in unknown.err
    both = winnable("hint", "spider", "1", "--open", "--policy", "fast")
    assert (both.code, both.out) == (2, "")
    assert both.err == "winnable: --open asks the solver, --policy a policy; expected one of them\n"


def test_a_won_and_a_lost_hand(winnable: Callable[..., object]) -> None:
    won = winnable("hint", "spider:suits=1", "-", stdin="Runs: C-0 D-0 H-0 S-8\nColumn 1:\n")
    assert (won.code, won.out) == (0, "the game is won already\n")


def test_an_open_hint_knows_every_card(winnable: Callable[..., object]) -> None:
    known = HAND.replace("?? ??", "2S AS")
    answer = winnable("hint", "spider:suits=1", "-", "--open", "--json", stdin=known)
    assert answer.code == 0
    data = json.loads(answer.out)
    assert data["verdict"] == "solved"
    assert "policy" not in data
    assert data["why"][-1] == f"it begins a win in at most {len(data['moves'])} moves, with all cards known"
    checked = winnable("check", "spider:suits=1", "-", "--json", stdin=known)
    assert (checked.code, checked.err) == (
        2,
        "winnable: <stdin>:1: this is no log of games; "
        "expected a JSON object a line; for a position, its SOLUTION after it\n",
    )
    hidden = winnable("hint", "spider:suits=1", "-", "--open", stdin=HAND)
    assert (hidden.code, hidden.out) == (2, "")
    assert "an unknown card" in hidden.err


def test_verdicts_in_open_spider(winnable: Callable[..., object]) -> None:
    known = HAND.replace("?? ??", "2S AS")
    lines = winnable("verdicts", "spider:suits=1", "-", "--json", stdin=known).out.splitlines()
    by_move = {item["move"]: item for item in map(json.loads, lines)}
    assert by_move["21"]["verdict"] == "solved"
    assert by_move["21"]["words"].endswith("completing a run of spades, turning a card")


def test_wrong_pencil_marks_of_a_save_file_are_named(winnable: Callable[..., object], tmp_path: Path) -> None:
    file = tmp_path / "game.sav"
    file.write_text(save("g0", "v1;g2"), encoding="ascii")
    answer = winnable("hint", "undead", str(file))
    first, second, *_ = answer.out.splitlines()
    assert first == "the pencil mark in r1c2 is wrong: a vampire is certain there, not a ghost"
    assert second == "the pencil mark in r2c1 is wrong: a vampire is certain there, not a ghost"
    data = json.loads(winnable("hint", "undead", str(file), "--json").out)
    assert [(found["cell"], found["certain"]) for found in data["pencil"]] == [("r1c2", "v"), ("r2c1", "v")]
    # A monster in the cell takes the place of its marks.
    after = winnable("hint", "undead", str(file), "--after", "r1c2=v r2c1=v")
    assert "pencil" not in after.out
    assert after.code == 0
    assert "(v)" in after.out


def test_verdicts_of_a_won_position(winnable: Callable[..., object]) -> None:
    won = winnable("verdicts", "spider:suits=1", "-", stdin="Runs: C-0 D-0 H-0 S-8\nColumn 1:\n")
    assert (won.code, won.out) == (0, "the game is won already\n")


def test_verdicts_of_a_position_that_is_lost_at_sight(winnable: Callable[..., object]) -> None:
    hand = "Runs: S-7\nColumn 1: KS QS JS\nRow 1: TS 9S 8S 7S 6S 5S 4S 3S 2S AS\n"
    lost = winnable("verdicts", "spider:suits=1", "-", stdin=hand)
    why = "3 cards on the table can never fill 10 columns, and while one is empty no row is dealt"
    assert (lost.code, lost.out) == (1, f"lost: {why}\n")


def test_a_live_game_is_followed_with_what_comes_to_light(
    winnable: Callable[..., object], tmp_path: Path
) -> None:
    """The hint after moves with their cards is that from the board written down anew, by any way to go on."""
    options = ("--policy", "fast", "--seed", "3")
    start = tmp_path / "start.txt"
    start.write_text(winnable("show", "spider", "7", "--format", "board").out)
    assert start.read_text().count("??") == 94
    move = winnable("hint", "spider", str(start), *options).out.partition(":")[0]
    card = winnable("show", "spider", "7", "--after", move, "--format", "board").out
    column = int(move[0]) if move[0] != "0" else 10
    turned = card.splitlines()[column].split()[-1]  # after the line of runs
    row = winnable("deal", "spider", "7").out.partition("Row 1:")[2].splitlines()[0].split()
    after = f"{move}={turned}, deal={','.join(row)}"
    followed = winnable("hint", "spider", str(start), *options, "--after", after)
    assert followed.code == 0
    assert followed.out == winnable("hint", "spider", "7", *options, "--after", f"{move} deal").out
    later = winnable("show", "spider", str(start), "--after", after, "--format", "board")
    assert later.out.count("??") == 83
    assert winnable("hint", "spider", "-", *options, stdin=later.out).out == followed.out
    equities = [
        winnable("equity", "spider", "-", "--policy", "random", "--count", "5", *argv, stdin=text)
        for argv, text in ((("--after", after), start.read_text()), ((), later.out))
    ]
    lines = [[line for line in e.out.splitlines() if not line.startswith("cpu")] for e in equities]
    assert lines[0] == lines[1]
    refused = winnable("solve", "spider", str(start), "--after", after)
    assert refused.code == 2
    assert "an unknown card; expected every card of this position" in refused.err


def test_moves_made_before_a_game_is_solved_or_played_out(winnable: Callable[..., object]) -> None:
    """Of the two cards one comes to light, so that the other is known, too."""
    for command, options in (("solve", ()), ("play", ("--policy", "fast"))):
        asked = (command, "spider:suits=1", "-", *options)
        won = winnable(*asked, "--after", "21=2S", stdin=HAND)
        assert won.code == 0, won.err
        assert "8 runs" in won.out
        assert winnable(*asked, "--after", "21", stdin=HAND).code == 2
        unnamed = winnable(*asked, stdin=HAND)
        assert "an unknown card; expected every card of this position" in unnamed.err
