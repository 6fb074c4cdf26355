"""Games by policy: what a policy sees, whole games, seeds, limits, and the parameters of moveblocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from winnable._core import CancelToken, Observation, PatienceMove
from winnable.errors import InputError
from winnable.families.spider.moveblocks import DEFAULTS_FILE, MoveblocksSettings, read_settings
from winnable.families.spider.policy import MOST_PLAYED_MOVES, NativePolicy, decision_seed
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.search.policy import (
    PlayedGame,
    Policy,
    PolicyError,
    make_policy,
    play,
    play_many,
    policy_names,
)

SPIDER = get_game("spider")
DEAL = PatienceMove(48, 48, 1)
NAMES = ("best", "fast", "moveblocks", "random")
FEW = {"best": 60, "fast": 30}  # boards: quick, and the same code


def quick(game: Any, name: str) -> NativePolicy:
    return make_policy(game, name, boards=FEW.get(name))


class Wrapped:
    """A native policy that only its ``decide`` is known of: it is played by the loop in Python."""

    def __init__(self, policy: NativePolicy) -> None:
        self.policy = policy
        self.seen: list[object] = []

    def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
        self.seen.append(observation)
        return self.policy.decide(observation, seed)


class Scripted:
    """Makes the same plan again and again."""

    def __init__(self, *plan: PatienceMove) -> None:
        self.plan, self.asked = plan, 0

    def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
        self.asked += 1
        return self.plan


def check_game(game: Any, played: PlayedGame) -> None:
    """Replays a game by its texts through the checked rules."""
    position = played.start
    for move, text in zip(played.moves, played.texts, strict=True):
        assert game.notation.parse(position, text) == move
        position = game.play(position, move)
    assert (game.outcome(position).value == "won") == played.won == (played.reason == "won")
    assert played.runs == sum(position.runs)
    assert played.score == game.score(len(played.moves), played.runs)


@pytest.mark.parametrize("name", NAMES)
def test_games_replay_and_the_loop_in_python_plays_the_same(name: str) -> None:
    for suits, number in ((1, 3), (2, 4), (4, 5)):
        game = get_game(f"spider:suits={suits}")
        start = game.deal(number)
        limits = Limits(nodes=150)
        played = play(game, start, quick(game, name), 7, limits=limits)
        check_game(game, played)
        wrapped = Wrapped(quick(game, name))
        again = play(game, start, wrapped, 7, limits=limits)
        assert (again.texts, again.reason, again.decisions) == (played.texts, played.reason, played.decisions)
        assert again.score == played.score
        assert all(type(seen) is Observation for seen in wrapped.seen)


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=12)
@given(number=st.integers(1, 10**6), moves=st.integers(0, 60), seed=st.integers(0, 2**64 - 1))
def test_worlds_that_look_alike_get_the_same_moves(name: str, number: int, moves: int, seed: int) -> None:
    start = SPIDER.deal(number)
    way = play(SPIDER, start, quick(SPIDER, "moveblocks"), limits=Limits(nodes=moves)) if moves else None
    for move in () if way is None else way.moves:
        start = SPIDER.play(start, move)
    seen = SPIDER.observe(start)
    twin = SPIDER.determinise(seen, Random(seed))
    assert SPIDER.observe(twin) == seen
    policy = quick(SPIDER, name)
    plan = policy.decide(SPIDER.observe(start), seed)
    assert quick(SPIDER, name).decide(SPIDER.observe(twin), seed) == plan
    assert policy.decide(seen, seed) == plan  # nothing is left over from the first time


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_fixes_the_game(name: str) -> None:
    start = SPIDER.deal(11)
    games = [play(SPIDER, start, quick(SPIDER, name), seed, limits=Limits(nodes=60)) for seed in (1, 1, 2)]
    assert games[0].texts == games[1].texts
    assert games[0].texts != games[2].texts


def test_many_games_come_in_order_whatever_the_jobs() -> None:
    def played(jobs: int) -> list[tuple[object, ...]]:
        items = ((n, SPIDER.deal(n), 5 * n, "more") for n in range(1, 25))
        many = play_many(SPIDER, items, lambda: quick(SPIDER, "moveblocks"), jobs=jobs)
        return [(item[0], item[2], game.texts) for item, game in many]

    one = played(1)
    assert [number for number, *_ in one] == list(range(1, 25))
    assert one == played(3)
    single = play(SPIDER, SPIDER.deal(9), quick(SPIDER, "moveblocks"), 45)
    assert one[8] == (9, 45, single.texts)


@pytest.mark.parametrize(
    "name", ["spiderette", "will_o_the_wisp", "mrs_mop", "spider:deal_over_empty=true,suits=2"]
)
def test_kin_are_played_by_every_policy(name: str) -> None:
    game = get_game(name)
    assert policy_names(game) == NAMES
    for policy in ("fast", "moveblocks"):
        played = play(game, game.deal("seed:5"), quick(game, policy), 1)
        assert played.reason in ("won", "conceded")
        assert played.moves or policy != "moveblocks"
        check_game(game, played)


def test_scorpion_has_but_the_random_policy() -> None:
    game = get_game("scorpion")
    assert policy_names(game) == ("random",)
    check_game(game, play(game, game.deal("seed:1"), make_policy(game, "random"), 3))


def test_a_random_game_that_goes_round_counts_as_conceded() -> None:
    played = [play(SPIDER, SPIDER.deal(n), make_policy(SPIDER, "random"), n) for n in range(1, 6)]
    assert any(len(game.moves) == MOST_PLAYED_MOVES for game in played)
    for game in played:
        assert game.reason == "conceded"
        assert len(game.moves) <= MOST_PLAYED_MOVES
        assert DEAL in game.moves


def test_a_plan_ends_where_something_new_is_seen() -> None:
    policy = Scripted(DEAL, DEAL)
    with pytest.raises(PolicyError, match="move 6 is not legal: the stock is empty"):
        play(SPIDER, SPIDER.deal(1), policy)
    assert policy.asked == 6  # the second row of a plan is never dealt


def test_who_has_no_move_concedes() -> None:
    played = play(SPIDER, SPIDER.deal(1), Scripted(), 4)
    assert (played.won, played.reason, played.moves, played.decisions) == (False, "conceded", (), 1)
    assert played.score == 500


def test_limits() -> None:
    start = SPIDER.deal(1)
    policies: list[Policy] = [quick(SPIDER, "moveblocks"), Wrapped(quick(SPIDER, "moveblocks"))]
    for policy in policies:
        assert play(SPIDER, start, policy, limits=Limits(seconds=1e-9)).reason == "time"
        played = play(SPIDER, start, policy, limits=Limits(nodes=4))
        assert (played.reason, len(played.moves)) == ("moves", 4)
    assert play(SPIDER, start, policies[0], limits=Limits(bytes=8)).reason == "memory"


@pytest.mark.parametrize("jobs", [1, 2])
def test_cancelling_ends_the_games(jobs: int) -> None:
    token = CancelToken()

    def items() -> Iterator[tuple[int, Any, int]]:
        for number in range(1, 10**9):
            if number == 20:
                token.cancel()
            yield number, SPIDER.deal(number), 0

    games = list(play_many(SPIDER, items(), lambda: quick(SPIDER, "moveblocks"), jobs=jobs, token=token))
    assert len(games) <= 300  # a batch or two for each thread
    assert play(SPIDER, SPIDER.deal(1), quick(SPIDER, "random"), token=token).reason == "cancelled"
    wrapped = Wrapped(quick(SPIDER, "random"))
    assert play(SPIDER, SPIDER.deal(1), wrapped, token=token).reason == "cancelled"
    assert not wrapped.seen


def test_what_a_policy_raises_reaches_the_caller() -> None:
    class Broken:
        def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
            raise ZeroDivisionError

    items = [(n, SPIDER.deal(n), 0) for n in (1, 2, 3)]
    with pytest.raises(ZeroDivisionError):
        list(play_many(SPIDER, items, Broken, jobs=2))


def test_decision_seeds() -> None:
    assert decision_seed(9, 0) == 9
    seeds = {decision_seed(seed, n) for seed in range(20) for n in range(1, 50)}
    assert len(seeds) == 20 * 49  # no two meet, of seeds that are neighbours, either
    assert all(0 <= seed < 2**64 for seed in seeds)


def test_an_observation_of_no_position_is_refused() -> None:
    seen = SPIDER.observe(SPIDER.deal(1))
    short = Observation(seen.columns, seen.down, seen.stock - 10, seen.runs, seen.unseen)
    wide = Observation([*seen.columns, b"\0" * 200], [*seen.down, 0], seen.stock, seen.runs, seen.unseen)
    for name in NAMES:
        for wrong in (short, wide):
            with pytest.raises(ValueError, match=r"hidden|columns|cards"):
                quick(SPIDER, name).decide(wrong, 0)


def test_a_position_of_other_rules_is_refused() -> None:
    other = get_game("spider:suits=1")
    with pytest.raises(ValueError, match="other rules"):
        play(SPIDER, other.deal(1), quick(SPIDER, "random"))


def test_a_policy_says_which_it_is() -> None:
    assert repr(quick(SPIDER, "fast")) == "<NativePolicy fast of spider>"


@pytest.mark.parametrize(
    ("game", "name", "options", "complaint"),
    [
        (
            "spider",
            "clever",
            {},
            "Spider has no policy 'clever'; expected one of best, fast, moveblocks, random",
        ),
        ("scorpion", "fast", {}, "Scorpion has no policy 'fast'; expected random"),
        ("freecell", "fast", {}, "FreeCell has no policies; expected spider, a game like it, or pyramid"),
        ("spider", "random", {"boards": 5}, "random searches no boards; expected the policy best or fast"),
        ("spider", "fast", {"boards": 0}, "0 boards; expected a number from 1 to 10000000"),
        ("spider", "fast", {"settings": read_settings()}, "fast has no such settings"),
    ],
)
def test_what_make_policy_refuses(game: str, name: str, options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        make_policy(get_game(game), name, **options)


def test_the_parameters_of_moveblocks(tmp_path: Path) -> None:
    assert read_settings() == MoveblocksSettings(100, 30, 100, 1000, 10_000, 0, 0)
    file = tmp_path / "mine.toml"
    file.write_text("tries = 2\n[worth]\nturn = -5\n")
    mine = read_settings(file)
    assert mine == MoveblocksSettings(2, 30, 100, -5, 10_000, 0, 0)
    start = SPIDER.deal(2)
    games = [play(SPIDER, start, make_policy(SPIDER, "moveblocks", settings=given)) for given in (None, mine)]
    assert games[0].texts != games[1].texts
    assert DEFAULTS_FILE.name == "moveblocks.toml"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("try = 100", "unknown key 'try'; expected one of tries, length"),
        ("[worth]\nsuit = 1", "unknown key 'worth.suit'; expected one of build, turn, run, clear, tidy"),
        ("tries = 0", "tries is 0; expected a whole number from 1 to 1000000"),
        ("tries = true", "tries is True; expected a whole number"),
        ("length = 2.5", "length is 2.5; expected a whole number from 1 to 10000"),
        ("[worth]\nturn = 'ten'", "worth.turn is 'ten'; expected a whole number from -1000000 to 1000000"),
        ("worth = 3", r"worth is no table; expected \[worth\]"),
        ("tries == 3", "at line 1, column 8"),
    ],
)
def test_bad_parameters_are_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(text)
    with pytest.raises(InputError, match=complaint) as raised:
        read_settings(file)
    assert str(raised.value).startswith(f"{file}: ")
    assert "\n" not in str(raised.value)


def test_a_file_of_parameters_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot read"):
        read_settings(tmp_path / "none.toml")
    (tmp_path / "binary.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(InputError, match="no text in UTF-8"):
        read_settings(tmp_path / "binary.toml")
