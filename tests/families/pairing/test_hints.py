"""Hints and verdicts in Pyramid: moves that win, and reasons that are true."""

from __future__ import annotations

import random

import pytest

from winnable.analysis.hint import Hint, hint
from winnable.analysis.verdicts import move_verdicts
from winnable.cards import CARDS, Rank, parse_card
from winnable.errors import InputError
from winnable.families.pairing.game import PairingGame, PairingMove, PairingPosition
from winnable.families.pairing.reasons import partners
from winnable.families.pairing.text import parse_boards
from winnable.game import Outcome
from winnable.registry import get_game, variant_names
from winnable.search.api import Limits, StopReason, Verdict
from winnable.search.solvers import solve

GAPS = "".join(f"{'-- ' * row}\n" for row in range(3, 8))


def board(text: str, name: str = "pyramid") -> tuple[PairingGame, PairingPosition]:
    """A position that has two rows left: ``8S / 8H 5C / Stock: 5D``."""
    game: PairingGame = get_game(name)
    apex, second, *piles = text.split(" / ")
    (setup,) = parse_boards(f"{apex}\n{second}\n{GAPS}{chr(10).join(piles)}\n".splitlines())
    return game, game.position(setup)


def advice(text: str, name: str = "pyramid") -> Hint[PairingMove]:
    game, position = board(text, name)
    return hint(game, position)


def test_what_a_pair_frees_keeps_and_needs() -> None:
    said = advice("8S / 8H 5C / Stock: 5D / Waste: / Pass: 1")
    assert (said.verdict, said.move_text, said.line) == (Verdict.SOLVED, "8H+5C", ("8H+5C", "8S+5D"))
    assert said.words == "8H with 5C, both in the pyramid"
    assert said.why == (
        "8H+5D loses: 5C and 8S would be left without a partner",
        "8H is the only partner left for 5C",
        "it frees 8S in row 1 (leaves with 5D next)",
        "it keeps 5D for 8S, which has no other partner",
        "it begins a win in 2 actions, the fewest",
    )
    assert {other.move_text: other.verdict for other in said.others} == {
        "8H+5D": Verdict.UNSOLVABLE,
        "draw": Verdict.SOLVED,
    }


LAST = "4D / -- -- / Stock: 2C 3C JC TC / Waste: 9D / Pass: 3"


def test_a_draw_of_the_last_pass_may_bury_what_is_needed() -> None:
    said = advice(LAST)
    assert said.move_text == "9D+4D"
    assert said.why[0] == "drawing loses: it buries 9D, the only partner left for 4D"
    assert advice(LAST.replace("Pass: 3", "Pass: 2")).others[0].verdict is Verdict.SOLVED


def test_a_king_needs_no_partner() -> None:
    said = advice("4D / KH KS / Stock: 9D / Waste: / Pass: 3")
    assert said.move_text in ("KH", "KS")
    assert "a king leaves alone: it costs no partner" in said.why
    assert "it is a step to 4D, which leaves with 9D 2 moves later" in said.why


def test_a_draw_says_for_what() -> None:
    said = advice("4D / -- -- / Stock: 2C 3C 9D JC TC / Waste: / Pass: 1")
    assert (said.move_text, said.words) == ("draw", "draw: 2C to the waste")
    assert said.why == (
        "it is the only legal move",
        "it goes for 9D in the stock, which leaves with 4D 2 moves later",
        "it begins a win in 3 actions, the fewest",
    )


def test_what_comes_to_the_top_of_the_waste() -> None:
    said = advice("4D / -- 3C / Stock: / Waste: 9D TC / Pass: 1", "pyramid:king_tut")
    assert said.move_text == "TC+3C"
    assert "it frees 4D in row 1 (leaves with 9D next)" in said.why
    assert "it brings 9D to the top of the waste, which leaves with 4D next" in said.why


def test_a_lost_position_says_which_ranks_cannot_be_paired() -> None:
    said = advice("8S / 5C KH / Stock: / Waste: / Pass: 3")
    assert said.verdict is Verdict.UNSOLVABLE
    why = "lost: the 5s and 8s cannot all be paired: 5C can leave with no 8: it must leave before 8S"
    assert said.why[0] == why
    # But the king still makes points.
    assert (said.move_text, said.line, said.score) == ("KH", ("KH",), board_score("8S / 5C KH") + 5)
    assert said.why[1].endswith(" points, the most")


def board_score(text: str) -> int:
    return board(text + " / Stock: / Waste: / Pass: 3")[1].score


def test_a_lost_position_without_points_has_no_move() -> None:
    said = advice("8S / 5C KH / Stock: / Waste: / Pass: 1", "pyramid:hoyle")
    assert (said.verdict, said.move, said.line, said.score) == (Verdict.UNSOLVABLE, None, (), None)
    stuck = advice("8S / 5C -- / Stock: / Waste: / Pass: 3")
    assert (stuck.verdict, stuck.move) == (Verdict.UNSOLVABLE, None)
    assert stuck.why[0].startswith("lost: ")


def test_a_won_position_and_one_beyond_the_limits() -> None:
    won = advice("-- / -- -- / Stock: 2C JC / Waste: / Pass: 1")
    assert (won.verdict, won.reason, won.why) == (
        Verdict.SOLVED,
        StopReason.GOAL,
        ("the game is won already",),
    )
    game = get_game("pyramid")
    unknown = hint(game, game.deal(8), limits=Limits(nodes=1))
    assert unknown.verdict in (Verdict.UNKNOWN, Verdict.SOLVED)
    if unknown.verdict is Verdict.UNKNOWN:
        assert unknown.why == ("no win found before the limit (nodes); it may still be winnable",)


@pytest.mark.parametrize("deal", [1, 5, 8])
def test_following_hints_takes_as_many_actions_as_they_say(deal: int) -> None:
    game = get_game("pyramid")
    position = game.deal(deal)
    fewest = solve(game, position, "fewest")
    assert fewest.optimal
    for left in range(int(fewest.cost), 0, -1):
        said = hint(game, position)
        assert said.why[-1] == f"it begins a win in {left} action{'s' if left > 1 else ''}, the fewest"
        position = game.play(position, said.move)
    assert game.outcome(position) is Outcome.WON


def midgame(game: PairingGame, chance: random.Random) -> PairingPosition:
    position = game.deal(chance.randint(1, 10**6))
    for _ in range(chance.randint(0, 50)):
        legal = game.legal_moves(position)
        if not legal:
            break
        removals = [move for move in legal if move.cards]
        position = game.play(
            position, chance.choice(removals if removals and chance.random() < 0.8 else legal)
        )
    return position


@pytest.mark.parametrize("variant", variant_names("pyramid"))
def test_every_line_does_what_is_said_of_it(variant: str) -> None:
    game = get_game("pyramid", variant)
    chance = random.Random(variant)
    verdicts = set()
    for _ in range(15):
        position = midgame(game, chance)
        said = hint(game, position, limits=Limits(nodes=200_000))
        verdicts.add(said.verdict)
        end = position
        for text in said.line:
            end = game.play(end, game.notation.parse(end, text))
        if said.verdict is Verdict.SOLVED:
            assert game.outcome(end) is Outcome.WON
            assert said.others == () or said.move is not None
        elif said.score is not None:
            assert end.score == said.score > position.score
        assert all(said.why)
    assert Verdict.UNSOLVABLE in verdicts


@pytest.mark.parametrize("variant", ["microsoft", "tuts_tomb", "giza", "king_tut", "triangle"])
def test_cards_that_leave_together_were_partners(variant: str) -> None:
    """Whatever pair leaves at the end of a walk, its cards were partners in all positions before."""
    game = get_game("pyramid", variant)
    chance = random.Random(variant)
    for _ in range(20):
        positions = [game.deal(chance.randint(1, 10**6))]
        for _ in range(40):
            legal = game.legal_moves(positions[-1])
            if not legal:
                break
            removals = [move for move in legal if move.cards]
            positions.append(game.play(positions[-1], chance.choice(removals or legal)))
        for move in game.legal_moves(positions[-1]):
            if len(move.cards) == 2:
                first, second = (CARDS[number] for number in move.cards)
                assert all(second in partners(game, position)[first] for position in positions)
                assert all(first in partners(game, position)[second] for position in positions)


def test_partners() -> None:
    game, position = board("8S / 8H 5C / Stock: 5D / Waste: / Pass: 1")
    found = {str(card): [str(other) for other in others] for card, others in partners(game, position).items()}
    assert found == {"8S": ["5D"], "8H": ["5C", "5D"], "5C": ["8H"], "5D": ["8H", "8S"]}
    tomb, lying = board("8S / -- 5C / Stock: 2C JC / Waste:", "pyramid:tuts_tomb")
    assert partners(tomb, lying) == {
        parse_card("8S"): [parse_card("5C")],  # it alone lies on it
        parse_card("5C"): [parse_card("8S")],
        parse_card("2C"): [],  # no two cards of the stock leave together
        parse_card("JC"): [],
    }


def test_verdicts_are_those_of_the_positions_after() -> None:
    game = get_game("pyramid")
    chance = random.Random(3)
    for _ in range(10):
        position = midgame(game, chance)
        found = move_verdicts(game, position)
        assert {answer.move for answer in found} == set(game.legal_moves(position))
        for answer in found:
            after = solve(game, game.play(position, answer.move))
            assert (answer.verdict, answer.why) == (after.verdict, after.why)
            assert (answer.length > 0) is (answer.verdict is Verdict.SOLVED)
        wins = [answer.length for answer in move_verdicts(game, position, solver="fewest") if answer.length]
        best = solve(game, position, "fewest")
        assert (min(wins) if wins else 0) == best.cost


@pytest.mark.parametrize("variant", ["microsoft", "par"])
def test_verdicts_by_points(variant: str) -> None:
    """The most points first; what is the most here is the most after some move, or is there already."""
    game = get_game("pyramid", variant)
    chance = random.Random(variant)
    for _ in range(8):
        position = midgame(game, chance)
        found = move_verdicts(game, position, solver="score")
        usual = move_verdicts(game, position)
        assert (usual == found) is (game.rules["scoring"] == "par")
        scores = []
        for answer in found:
            after = solve(game, game.play(position, answer.move), "score")
            assert (answer.verdict, answer.score) == (Verdict.SOLVED, after.score)
            scores.append(answer.score or 0)
        assert scores == sorted(scores, reverse=True)
        assert max([*scores, position.score]) == solve(game, position, "score").score


def test_where_points_are_the_aim_a_hint_is_the_way_to_the_most() -> None:
    game = get_game("pyramid", "par")
    chance = random.Random(5)
    told = 0
    for _ in range(12):
        position = midgame(game, chance)
        most = solve(game, position, "score").score
        found = hint(game, position)
        assert found.verdict is solve(game, position).verdict
        if found.move is None:
            assert most == position.score
            assert found.why[-1].endswith("no move makes more points than there are")
            continue
        told += 1
        assert found.score == most == replayed(game, position, found.line).score
        assert all(
            other.verdict is solve(game, game.play(position, other.move)).verdict for other in found.others
        )
    assert told > 6


def replayed(game: PairingGame, position: PairingPosition, line: tuple[str, ...]) -> PairingPosition:
    for text in line:
        position = game.play(position, game.notation.parse(position, text))
    return position


def test_a_hint_says_what_the_other_moves_cost() -> None:
    game = get_game("pyramid", "par")
    said = hint(game, game.deal(5))
    assert said.score == 35
    assert "fewer points after 1 of the 4 other moves: 8H+5H -8" in said.why


def test_score_is_no_verdict() -> None:
    game = get_game("pyramid", "hoyle")
    with pytest.raises(InputError, match="score does not say which moves win"):
        move_verdicts(game, game.deal(1), solver="score")
    with pytest.raises(InputError, match="unknown solver 'short'"):
        move_verdicts(game, game.deal(1), solver="short")


@pytest.mark.parametrize("variant", variant_names("pyramid"))
def test_a_card_without_a_partner_is_a_lost_game(variant: str) -> None:
    game = get_game("pyramid", variant)
    chance = random.Random(variant)
    alone = 0
    for _ in range(60):
        position = midgame(game, chance)
        for card, others in partners(game, position).items():
            if card.index in position.tableau and card.rank is not Rank.KING and not others:
                alone += 1
                assert solve(game, position).verdict is Verdict.UNSOLVABLE
                break
    assert alone > 0
