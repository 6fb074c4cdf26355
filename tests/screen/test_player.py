"""Whole games are played on a fake screen, whatever goes wrong on it; no wrong move is ever made twice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any, get_args

import pytest

pytest.importorskip("numpy")

from screen.fake import FakeClock, FakeScreen, FakeWindow, Fault, FaultName, Program, reader_of
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.screen.plan import Planner
from winnable.screen.played import Played
from winnable.screen.player import Player
from winnable.screen.pointer import TakenOverError
from winnable.screen.profile import Dialog, Gesture, Keys, Profile
from winnable.screen.sight import Sight
from winnable.session import Session

# What is played: the game, a deal, the profile, the size of the window, how many gestures it takes at least.
GAMES: dict[str, tuple[str, int | str, str, tuple[int, int], int]] = {
    "freecell": ("freecell", 617, "kpat", (320, 330), 20),
    "pyramid": ("pyramid", 102, "pysolfc", (330, 300), 20),
    "spider": ("spider:suits=1", 1, "kpat", (440, 400), 20),
    "undead": ("undead", "seed:3", "sgt_undead", (330, 330), 20),
}
# Games that begin near their end, so that there is time for many.
BEFORE = {
    "freecell": (
        "83 4a 46 2b 21 41 72 7c 47 4d 4h ch 7h 47 74 7c 7h 8h 74 83 d8 12 17 c1 87 16 1h 8c 8h 21 c8 "
        "2c 28 2d 2h 4h 4h 6h 4h 78 37 3h 6h 6h c6 34 3c 3h ah 6h 3a 3h 6h 6h c3 6h 64 6h 68"
    ),
    "pyramid": (
        "KC KS 9C+4H 7S+6S draw draw 9S+4D draw QH+AH JS+2D 8H+5C draw draw draw draw 9D+4S draw draw "
        "draw draw TD+3D draw TS+3C draw 7C+6H draw"
    ),
    "spider": (
        "38 19 21 96 92 84 deal 28 26 78 27 90 91 93 56 54 59 49 54 68 86 69 90 deal 05 08 50 05 84 "
        "08 04 20 24 21 82 87 34 54 40 80 45 48 39 69 64 63 43 92 23 62 58 45 47 83 deal 59 01 85 84 "
        "28 60 47 70 37 31 57 65 87 38 34 64 36 37 23 72 74 56 15 71 71 72 57 15 90 91"
    ),
    "undead": "r1c1=z r1c5=v r1c6=v",
}
FAULTS: tuple[FaultName, ...] = tuple(name for name in get_args(FaultName))


def profile_of(name: str) -> Profile:
    """A shipped profile with a dialog that the fake program may show."""
    profile = Profile.load(name)
    notice = Dialog("A notice", "notice", "esc")
    won = Dialog("Game won", "won", "esc")
    draw = Gesture("drag", source=("stock",), target=("waste",), text="draw")
    gestures = (draw, *profile.gesture) if name == "pysolfc" else profile.gesture
    return replace(profile, dialog=(notice, won), gesture=gestures)


class Table:
    """A game on the fake screen, and its player."""

    def __init__(
        self, name: str, faults: Mapping[int, Fault] | None = None, *, whole: bool = False, **program: Any
    ) -> None:
        spelled, deal, profile, size, _ = GAMES[name]
        self.game = get_game(spelled)
        session = Session.of_deal(self.game, deal)
        for text in () if whole else BEFORE[name].split():
            session.play(text)
        self.program = Program(session, profile_of(profile), FakeClock(), size=size, **program)
        self.screen = FakeScreen(self.program, dict(faults or {}))

    def player(self, **options: Any) -> Player:
        policy = "fast" if self.game.info.runs_leave else ""
        return Player(
            self.screen.window,
            self.screen,
            options.pop("reader", reader_of(self.program)),
            self.program.profile,
            self.game,
            clock=self.program.clock,
            planner=Planner(policy=policy, may_undo=True),
            **options,
        )

    def play(self, **options: Any) -> Played:
        return self.player(**options).play()

    def check(self, played: Played) -> None:
        """The game is won, in truth, and no gesture that failed or went wrong was made again on its board."""
        assert played.status == "won", played.text()
        assert self.program.session.outcome.value == "won"
        repeated = [what for what, times in Counter(self.program.refused).items() if times > 1]
        assert not repeated
        assert all(times == 1 for times in Counter(self.program.done).values())


@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_won_where_nothing_goes_wrong(name: str) -> None:
    table = Table(name, whole=True)
    played = table.play()
    table.check(played)
    assert not table.program.refused
    assert played.report.retried == played.report.taken_up == 0


def test_complete_runs_that_stay_where_they_are_are_sent_home() -> None:
    table = Table("spider", waits=True)
    table.program.profile = replace(table.program.profile, keys=Keys(undo="ctrl+z", home="a"))
    played = table.play()
    table.check(played)
    assert played.report.retried == 0


@pytest.mark.slow
def test_a_program_whose_complete_runs_stay_is_not_played_on_without_a_key_for_that() -> None:
    assert Table("spider", waits=True).play().status == "stopped"


# Each fault in one of the quick games, turn by turn; make test-all has each in all.
QUICK = [name for name in GAMES if name != "spider"]
ONE_FAULT = [
    pytest.param(name, fault, marks=[] if name == QUICK[k % len(QUICK)] else pytest.mark.slow)
    for name in GAMES
    for k, fault in enumerate(FAULTS)
]


@pytest.mark.parametrize(("name", "fault"), ONE_FAULT)
def test_one_fault(name: str, fault: FaultName) -> None:
    table = Table(name, {2: Fault(fault, 0.8), 7: Fault(fault, 2.5)})
    table.check(table.play())
    assert not table.screen.faults


@pytest.mark.parametrize(
    "seed", [pytest.param(seed, marks=pytest.mark.slow if seed else ()) for seed in range(6)]
)
@pytest.mark.parametrize("name", GAMES)
def test_many_faults(name: str, seed: int) -> None:
    """Every kind of fault, at random gestures."""
    rng = Random(f"{name} {seed}")
    least = GAMES[name][4]
    faults = {
        at: Fault(rng.choice(FAULTS), rng.uniform(0.1, 4.0)) for at in rng.sample(range(least), least // 4)
    }
    home, draws = rng.random() < 0.5, profile_of(GAMES[name][2]).game[0].won == "overlay"
    wins = rng.choice(["nothing", "dialog", *(["picture"] if draws else [])])
    table = Table(name, faults, home=home, wins=wins)
    table.check(table.play())


def test_what_hands_made_is_told_apart_from_what_went_home_by_itself() -> None:
    told: list[str] = []
    table = Table("freecell", home=True)
    played = table.play(told=told.append)
    table.check(played)
    report = played.report
    assert report.moves == len(table.program.done) > 0
    assert report.moves + report.taken_up == len(played.moves)
    assert report.taken_up > 0
    assert sum(not line.startswith("taken up: ") for line in told) == report.moves


def test_a_program_that_has_been_slow_is_given_more_time() -> None:
    """It takes the seventh gesture after a second and a half, when others would count as lost."""
    table = Table("pyramid", {2: Fault("late", 0.9), 7: Fault("late", 1.5)})
    played = table.play()
    table.check(played)
    assert played.report.retried == 0
    assert Table("pyramid", {7: Fault("late", 1.5)}).play().report.retried == 1


def test_the_stock_is_learnt() -> None:
    """Nothing but cards is drawn until all are known."""
    told: list[str] = []
    table = Table("pyramid", whole=True)
    table.check(table.play(told=told.append))
    assert set(told[:23]) == {"draw"}


def test_what_was_drawn_is_taken_back_where_it_would_lose(monkeypatch: pytest.MonkeyPatch) -> None:
    """With one pass the game is lost once the stock is through: it is given back before it is played."""
    monkeypatch.setitem(GAMES, "pyramid", ("pyramid:passes=1", 2, "pysolfc", (330, 300), 20))
    told: list[str] = []
    table = Table("pyramid", whole=True)
    played = table.play(told=told.append)
    assert played.status == "won"
    assert told[:46] == ["draw"] * 23 + ["taken back: draw"] * 23
    assert len(played.moves) == len(told) - 46


def ends_by_itself(session: Session[Any, Any]) -> bool:
    """Is the game won if all cards go home that can?"""
    trial = Session.load(session.save())
    while home := [
        move.text for move in trial.scene().moves if move.target and move.target.startswith("foundation")
    ]:
        trial.play(home[0])
    return trial.outcome.value == "won"


def test_the_last_cards_go_home_by_themselves_when_nothing_is_expected() -> None:
    """The program clears the board between two moves, as KPat does: that is a win, too."""
    table = Table("freecell", wins="picture")
    program = table.program

    def ask(words: str) -> bool:
        if not program.home and ends_by_itself(program.session):
            program.home = True
            program.play_home()
            program.clock.sleep(20)
        return True

    played = table.play(ask=ask)
    assert played.status == "won", played.text()
    assert program.session.outcome.value == "won"
    assert played.report.moves == len(program.done) < 28


def test_a_board_that_cannot_be_read_is_no_win_by_itself() -> None:
    """Of a program that draws nothing over a won game it is not taken for one."""
    table = Table("pyramid", wins="picture")
    played = table.play()
    assert played.status == "stopped"
    assert "it may be that the game is won" in played.why
    assert table.program.session.outcome.value == "won"


def test_words_over_a_cleared_board_are_no_card() -> None:
    table = Table("freecell", wins="words")
    played = table.play()
    assert played.status == "won", played.text()
    table.check(played)


# --- stopping ----------------------------------------------------------------------------------------------


def saved_game(played: Played) -> Session[Any, Any]:
    """The game as it was saved when play stopped."""
    return Session.load(played.saved)


def test_a_move_is_made_only_if_one_says_yes() -> None:
    table = Table("freecell")
    asked: list[str] = []

    def ask(words: str) -> bool:
        asked.append(words)
        return len(asked) < 4

    played = table.play(ask=ask)
    assert played.status == "asked"
    assert len(played.moves) == len(table.program.done) == 3
    assert all(": " in words for words in asked)
    assert saved_game(played).position == table.program.session.position


def test_the_hands_stop_when_the_user_takes_over() -> None:
    table = Table("pyramid")

    def wait(seconds: float) -> None:
        table.program.clock.sleep(seconds)
        if len(table.program.done) == 5:
            raise TakenOverError("you moved the mouse")

    played = table.play(wait=wait)
    assert (played.status, played.why) == ("taken over", "you moved the mouse")
    assert len(table.program.done) == 5


def test_a_game_that_is_interrupted_is_told_and_can_be_saved() -> None:
    table = Table("freecell")

    def wait(seconds: float) -> None:
        table.program.clock.sleep(seconds)
        if len(table.program.done) == 5:
            raise KeyboardInterrupt

    played = table.play(wait=wait)
    assert (played.status, played.why) == ("taken over", "cancelled")
    assert len(saved_game(played).line()) - 1 == len(played.moves) > 0


def test_a_board_with_doubts_is_not_played_on() -> None:
    table = Table("freecell")
    exact = reader_of(table.program)

    def doubtful(picture: Any) -> Sight:
        return replace(exact(picture), doubts=("column 3, card 2: TH (61 %), or TD",))

    played = table.play(reader=doubtful)
    assert (played.status, played.saved) == ("doubts", "")
    assert "column 3, card 2" in played.why
    assert played.report.doubted > 1
    assert not table.screen.gestures


def test_doubts_that_the_user_settles() -> None:
    table = Table("freecell")
    exact = reader_of(table.program)

    def doubtful(picture: Any) -> Sight:
        sight = exact(picture)
        return sight if table.screen.gestures else replace(sight, doubts=("column 3, card 2: TH",))

    def resolve(sight: Sight) -> Sight:
        return replace(sight, doubts=())

    table.check(table.play(reader=doubtful, resolve=resolve))


def test_a_dialog_that_nobody_knows() -> None:
    table = Table("undead")
    table.program.dialogs.append(FakeWindow.dialog(table.program, "Rate this game"))
    played = table.play()
    assert played.status == "stopped"
    assert "Rate this game" in played.why
    assert not table.screen.gestures


def test_a_program_that_does_not_take_a_move() -> None:
    """It is tried a few times, only on the board as it is known, and the game is saved."""
    table = Table("freecell", {number: Fault("drop") for number in range(3, 100)})
    played = table.play()
    assert played.status == "stopped"
    assert "does not make the move" in played.why
    assert table.screen.gestures < 12
    assert saved_game(played).position == table.program.session.position


def test_a_board_that_nothing_explains() -> None:
    """Another deal is laid out in the middle of a game: nothing is done on it."""
    table = Table("freecell")

    def ask(words: str) -> bool:
        if len(table.program.done) == 3:
            table.program.session = Session.of_deal(table.game, 1)
        return True

    played = table.play(ask=ask)
    assert played.status == "stopped"
    assert len(table.program.done) == 3
    assert len(saved_game(played).legal()) > 0


def test_no_board_at_all() -> None:
    table = Table("freecell")

    def blind(picture: Any) -> Sight:
        raise InputError("the picture is black")

    with pytest.raises(InputError, match=r"no board was read .*the picture is black"):
        table.play(reader=blind)


def test_the_report_has_the_four_stages() -> None:
    table = Table("undead", {3: Fault("drop"), 6: Fault("cover", 2.0), 9: Fault("slow", 0.9)})
    played = table.play()
    data = played.data()["report"]
    assert sum(data["seconds"].values()) == pytest.approx(table.program.clock.now(), abs=0.01)
    assert list(data["seconds"]) == ["find", "identify", "solve", "execute"]
    assert data["seconds"]["execute"] > 0
    assert data["moves"] == len(played.moves) == 27
    assert f"moves made 27, made again {data['retried']}" in played.report.text()


def test_a_hopeless_game_is_said_to_be_one() -> None:
    table = Table("freecell", whole=True)
    table.program.session = Session.of_deal(table.game, 11982)
    played = table.play()
    assert played.status == "lost"
    assert not table.screen.gestures
