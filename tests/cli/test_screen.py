"""`winnable screen read`: what it prints, asks and refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="install winnable[vision]")
Image = pytest.importorskip("PIL.Image", reason="install winnable[vision]")

from screen.tables import KnowingReader, lay_out_of, truth_of  # noqa: E402
from winnable import get_game  # noqa: E402
from winnable.analysis.scenes import scene_of  # noqa: E402
from winnable.scene import Scene  # noqa: E402
from winnable.screen import readout  # noqa: E402
from winnable.text.boards import write_position  # noqa: E402

Winnable = Callable[..., Any]
DEAL = "seed:617"  # none of Microsoft's, whose doubtful cards would be known
FIRST, SECOND = ("column 1", 1), ("column 4", 2)


def start(spelled: str = "freecell", deal: int | str = DEAL) -> Scene:
    game = get_game(spelled)
    return scene_of(game, game.deal(deal))


@pytest.fixture
def picture(tmp_path: Path) -> str:
    """A picture on which there is something, whatever it is."""
    path = tmp_path / "table.png"
    colours = np.arange(600 * 900 * 3, dtype=np.uint32).reshape(600, 900, 3).astype(np.uint8)
    Image.fromarray(colours).save(path)
    return str(path)


@pytest.fixture
def sees(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Whatever the picture, the eyes see this scene; ``slips`` are what the reader is not sure of."""

    def see(scene: Scene, **slips: Any) -> None:
        reader = KnowingReader(scene, **slips)
        monkeypatch.setattr(
            readout,
            "read_picture",
            lambda picture, game="": readout.read_table(
                picture, game or scene.game, [reader], lay_out=lay_out_of(scene)
            ),
        )

    return see


def two_alike() -> dict[str, Any]:
    truth = truth_of(start())
    names = {str(truth[spot]): 0.49 for spot in (FIRST, SECOND)}
    return {"slips": {FIRST: names, SECOND: names}}


def test_a_certain_position_is_read_by_other_commands(
    winnable: Winnable, picture: str, sees: Callable[..., None]
) -> None:
    sees(start())
    answer = winnable("screen", "read", picture)
    assert (answer.code, answer.err) == (0, "")
    game = get_game("freecell")
    board = write_position(game, game.deal(DEAL))
    assert answer.out == f"# freecell\n{board}"
    assert winnable("show", "freecell", "-", "--format", "board", stdin=answer.out).out == board


def test_json_has_every_card_with_its_place(
    winnable: Winnable, picture: str, sees: Callable[..., None]
) -> None:
    sees(start())
    answer = winnable("screen", "read", picture, picture, "--json")
    first, second = map(json.loads, answer.out.splitlines())
    assert {**first, "stats": 0} == {**second, "stats": 0}
    assert (first["game"], first["deal"], first["certain"]) == ("freecell", picture, True)
    assert first["position"] == first["seen"]
    column = next(pile for pile in first["piles"] if pile["name"] == "column 2")
    assert column["cards"] == [str(card) for card in start().pile("column 2").cards]
    assert len(column["boxes"]) == len(column["cards"])
    several = winnable("screen", "read", picture, picture)
    assert several.out.count("---\n") == 1


def test_doubtful_cards_are_marked_and_named(
    winnable: Winnable, picture: str, sees: Callable[..., None]
) -> None:
    sees(start(), **two_alike())
    answer = winnable("screen", "read", picture)
    assert answer.code == 0
    assert answer.out.count("# doubtful: ") == 2
    assert "# doubtful: column 1, card 2: " in answer.out
    handed_on = winnable("solve", "freecell", "-", stdin=answer.out)
    assert handed_on.code == 2
    assert "?" in handed_on.err
    data = json.loads(winnable("screen", "read", picture, "--json").out)
    assert (data["certain"], data["position"], len(data["doubts"])) == (False, None, 2)


def test_yes_refuses_doubts(winnable: Winnable, picture: str, sees: Callable[..., None]) -> None:
    sees(start(), **two_alike())
    answer = winnable("screen", "read", picture, "--yes")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert answer.err.startswith(f"winnable: {picture}: 2 cards are doubtful: column 1, card 2: ")
    assert "column 4, card 3: " in answer.err
    sees(start())
    assert winnable("screen", "read", picture, "--yes").code == 0


def test_it_asks_about_doubtful_cards_alone(
    winnable: Winnable, picture: str, sees: Callable[..., None]
) -> None:
    sees(start(), **two_alike())
    game = get_game("freecell")
    right = str(truth_of(start())[FIRST])
    answer = winnable("screen", "read", picture, "--ask", stdin=f"XX\n{right}\n")
    assert answer.code == 0
    assert answer.out == f"# freecell\n{write_position(game, game.deal(DEAL))}"
    assert answer.err.count("which is it") == 2  # once more after a text that is no card
    assert "unknown card 'XX'" in answer.err
    skipped = winnable("screen", "read", picture, "--ask", stdin="?\n?\n")
    assert skipped.out.count("# doubtful: ") == 2
    assert winnable("screen", "read", picture, "--ask", stdin="").code == 130


def test_what_is_no_position_is_refused_in_one_line(
    winnable: Winnable, picture: str, sees: Callable[..., None], tmp_path: Path
) -> None:
    scene = start()
    hidden = Scene(scene.game, scene.title, tuple(pile for pile in scene.piles if pile.name != "column 3"))
    sees(hidden)
    drawn = tmp_path / "seen.png"
    answer = winnable("screen", "read", picture, "--annotated", str(drawn))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert answer.err.startswith(f"winnable: {picture}: ")
    assert drawn.exists()


def test_the_annotated_picture_has_frames_in_two_colours(
    winnable: Winnable, picture: str, sees: Callable[..., None], tmp_path: Path
) -> None:
    sees(start(), **two_alike())
    path = tmp_path / "seen.png"
    assert winnable("screen", "read", picture, "--annotated", str(path)).code == 0
    drawn = np.asarray(Image.open(path).convert("RGB"))
    assert drawn.shape == np.asarray(Image.open(picture)).shape
    for colour in ((20, 110, 220), (235, 60, 0)):
        assert (drawn == colour).all(axis=2).sum() > 500


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ((), "give either IMAGE or --window TITLE; see winnable screen read --help"),
        (("a.png", "--window", "KPat"), "give either IMAGE or --window TITLE"),
        (("a.png", "b.png", "--annotated", "x.png"), "--annotated writes one FILE.png, of one picture"),
        (("a.png", "--annotated", "x.txt"), "--annotated writes one FILE.png, of one picture"),
        (("a.png", "--yes", "--ask"), "--yes asks nothing"),
        (("nowhere.png",), "nowhere.png: cannot be read: no such file or directory"),
        (("{black}",), "the picture is all black"),
        (("{text}",), "not a picture; expected a screenshot"),
        (("{noise}", "--game", "nogame"), "unknown game 'nogame'"),
        (("{noise}", "--game", "freecell"), "no "),
    ],
)
def test_bad_input_is_one_line(
    winnable: Winnable, tmp_path: Path, picture: str, argv: tuple[str, ...], message: str
) -> None:
    Image.new("RGB", (800, 600)).save(tmp_path / "black.png")
    (tmp_path / "text.png").write_text("no picture")
    paths = {"black": tmp_path / "black.png", "text": tmp_path / "text.png", "noise": picture}
    answer = winnable("screen", "read", *(word.format(**paths) for word in argv))
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.count("\n") == 1
    assert message in answer.err


def test_misspelt_commands_of_the_group(winnable: Winnable) -> None:
    answer = winnable("screen", "raed")
    assert (answer.code, answer.out) == (2, "")
    assert "No such command 'raed'" in answer.err
    assert winnable("screen").code == 2
