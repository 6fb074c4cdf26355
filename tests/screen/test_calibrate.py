"""A profile is made for a program that has none, with a user who makes moves by hand, on a fake screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("numpy")

from screen.fake import FakeClock, FakeScreen, Program, reader_of
from screen.test_player import GAMES, profile_of
from winnable.errors import InputError
from winnable.registry import get_game
from winnable.screen.calibrate import Calibration, calibrate
from winnable.screen.hands import ways
from winnable.screen.plan import Planner
from winnable.screen.player import Player
from winnable.screen.profile import Gesture, Profile
from winnable.session import Session


class User:
    """Somebody who knows how the program is played: makes a move of the kind that is asked for, says how."""

    def __init__(self, screen: FakeScreen) -> None:
        self.screen, self.program = screen, screen.program
        self.asked: list[str] = []
        self.wanted = ""
        self.did = ""

    def say(self, line: str) -> None:
        self.asked.append(line)
        if line.startswith("Make a move"):
            self.wanted = line.partition("such as ")[2].partition(".")[0]

    def choose(self, question: str, words: list[str]) -> str:
        assert self.did in words
        return self.did

    def text(self, question: str) -> str:
        if "takes a move back" in question:
            return self.program.profile.keys.undo
        if "puts a" in question:
            return question.partition("puts a ")[2][0]
        return "ctrl+d" if "key" in question else ""

    def wait(self, seconds: float) -> None:
        """Time passes, in which a move is made if one was asked for."""
        self.program.clock.sleep(seconds)
        if self.wanted:
            sight = reader_of(self.program)(self.program.picture())
            assert sight.table is not None
            name = self.program.session.game.info.name
            action = ways(self.program.profile, name, self.wanted, self.program.scene(), sight.table)[0]
            self.wanted, self.did = "", action.do
            action.perform(self.screen, self.screen.window)


def set_up(name: str) -> tuple[FakeScreen, User]:
    spelled, deal, profile, size, _ = GAMES[name]
    shipped = profile_of(profile)
    if name == "freecell":  # another program: a card goes to a cell by a double click
        twice = Gesture("double_click", source=("tableau",), target=("cell",))
        shipped = replace(shipped, gesture=(twice, *shipped.gesture))
    session = Session.of_deal(get_game(spelled), deal)
    screen = FakeScreen(Program(session, shipped, FakeClock(), size=size))
    return screen, User(screen)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] if name == "spider" else []) for name in GAMES]
)
def test_a_profile_that_was_made_plays(name: str) -> None:
    screen, user = set_up(name)
    program, game = screen.program, screen.program.session.game
    reader = reader_of(program)
    asks = Calibration(user.say, user.choose, user.text, program.clock, user.wait)
    profile = calibrate("made", screen.window, reader, game, asks)
    assert Profile.parse(profile.toml()) == profile  # what is written is what is read
    assert profile.is_of(screen.window)
    assert not profile.tested
    program.session = Session.of_deal(game, GAMES[name][1])  # a new game: the moves may have lost that one
    program.done.clear()
    policy = "fast" if game.info.runs_leave else ""
    planner = Planner(policy=policy, may_undo=bool(profile.keys.undo))
    played = Player(screen.window, screen, reader, profile, game, clock=program.clock, planner=planner).play()
    assert played.status == "won", played.text()
    assert program.session.outcome.value == "won"


def test_no_board_is_no_profile() -> None:
    screen, user = set_up("freecell")
    asks = Calibration(user.say, user.choose, user.text, screen.clock, user.wait)

    def blind(picture: object) -> object:
        raise InputError("the picture is black")

    with pytest.raises(InputError, match="no board was read"):
        calibrate("made", screen.window, blind, screen.program.session.game, asks)  # type: ignore[arg-type]
