"""Cards that were found come into the right piles, and what cannot be told is said."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

np = pytest.importorskip("numpy")
Image = pytest.importorskip("PIL.Image")

from winnable.analysis.scenes import scene_of  # noqa: E402
from winnable.cards import parse_card  # noqa: E402
from winnable.errors import InputError  # noqa: E402
from winnable.registry import get_game  # noqa: E402
from winnable.screen.find import look  # noqa: E402
from winnable.screen.layout import arrange, lay_out  # noqa: E402
from winnable.screen.picture import open_picture  # noqa: E402
from winnable.screen.survey import SeenFan  # noqa: E402
from winnable.screen.track import Tracking  # noqa: E402

if TYPE_CHECKING:
    from conftest import Labelled
    from winnable.scene import Scene
    from winnable.screen.seen import SeenTable

GAMES = ["freecell", "spider", "pyramid"]


def start(name: str, deal: int = 5) -> Scene:
    game = get_game(name)
    return scene_of(game, game.deal(deal))


def drawn(scene: Scene, zoom: float = 1.0) -> np.ndarray:
    resvg = pytest.importorskip("resvg_py")
    return open_picture(bytes(resvg.svg_to_bytes(svg_string=scene.svg(), zoom=zoom)))


def with_cards(scene: Scene, cards: dict[str, str]) -> Scene:
    """The scene with these cards in these piles, and no moves."""
    piles = tuple(
        replace(pile, cards=tuple(parse_card(word) for word in cards[pile.name].split()), down=0)
        if pile.name in cards
        else pile
        for pile in scene.piles
    )
    return replace(scene, piles=piles, moves=())


def below(row: int) -> set[tuple[int, int]]:
    """The places of a pyramid below one of its rows."""
    return {(r, c) for r in range(row + 1, 8) for c in range(1, r + 1)}


def beside(scene: Scene) -> Scene:
    """A pyramid with stock and waste over each other at its upper left, and the cards that left at its right,
    as some programs show it."""
    places = {"stock": (0.0, 0.0), "waste": (0.0, 1.1)}
    piles = [
        replace(pile, x=places[pile.name][0], y=places[pile.name][1])
        if pile.name in places
        else replace(pile, x=pile.x + 1)
        for pile in scene.piles
    ]
    waste = next(pile for pile in piles if pile.name == "waste")
    left = replace(waste, name="left", role="foundation", x=8.0, y=0.0, cards=(parse_card("KS"),), down=0)
    one = {"waste": (parse_card("4H"),), "stock": (parse_card("5H"),)}
    shown = [replace(pile, cards=one[pile.name], down=0) if pile.name in one else pile for pile in piles]
    return replace(scene, piles=(*shown, left), moves=())


def check(table: SeenTable, scene: Scene) -> None:
    """Does the table hold what the scene shows?"""
    seen = {pile.name: [card.up for card in pile.cards] for pile in table.piles}
    for pile in scene.piles:
        want = [i >= pile.down for i in pile.shown]
        assert seen.get(pile.name, []) == want, pile.name
    assert table.notes == ()


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("zoom", [1.0, 1.53])
def test_our_own_drawings(name: str, zoom: float) -> None:
    scene = start(name)
    table = lay_out(drawn(scene, zoom), name)
    check(table, scene)
    assert table.game == name


def test_a_game_half_played() -> None:
    scene = with_cards(
        start("freecell"),
        {
            "cell a": "KH", "cell b": "", "cell c": "9S", "cell d": "2D",
            "foundation C": "4C", "foundation D": "", "foundation H": "AH", "foundation S": "",
            "column 1": "", "column 2": "QS JD TC 9H 8C", "column 3": "3S", "column 4": "",
        },
    )  # fmt: skip
    check(lay_out(drawn(scene, 1.3), "freecell"), scene)


@pytest.mark.parametrize("gone", [{(7, 1)}, {(7, 1), (7, 2), (6, 1)}, {(7, c) for c in range(1, 8)}])
def test_a_pyramid_that_is_being_taken_down(gone: set[tuple[int, int]]) -> None:
    scene = with_cards(start("pyramid"), {f"row {r} card {c}": "" for r, c in gone})
    check(lay_out(drawn(scene, 1.4), "pyramid"), scene)


@pytest.mark.parametrize("left", range(7))
def test_a_pyramid_of_which_only_the_upper_rows_are_left(left: int) -> None:
    """No row is taken for another one, whatever lies beside them; only an empty pyramid is doubtful."""
    scene = beside(with_cards(start("pyramid"), {f"row {r} card {c}": "" for r, c in below(left)}))
    table = lay_out(drawn(scene, 1.4), "pyramid")
    seen = {pile.name: bool(pile.cards) for pile in table.piles}
    assert seen == {pile.name: bool(pile.cards) for pile in scene.piles if pile.role != "foundation"}
    assert table.notes == (() if left else ("no card of the pyramid is seen",))


@pytest.mark.parametrize("kept", [{(2, 1)}, {(2, 2), (3, 3)}, {(2, 1), (2, 2), (3, 1), (3, 2), (4, 2)}])
def test_a_pyramid_of_which_few_cards_are_left(kept: set[tuple[int, int]]) -> None:
    gone = {f"row {r} card {c}": "" for r, c in below(1) - kept}
    scene = with_cards(start("pyramid"), gone)
    check(lay_out(drawn(scene, 1.3), "pyramid"), scene)


def test_a_line_on_a_card_of_a_pyramid_hides_nothing_of_it() -> None:
    """The frame of a queen's picture was taken for the upper end of one more card."""
    sight = look(drawn(start("pyramid"), 1.3))
    whole = arrange(sight, "pyramid")
    queen = next(pile for pile in whole.piles if pile.name == "row 5 card 3").cards[0]
    fans = [
        replace(fan, cards=(replace(fan.cards[0], visible=replace(queen.visible, height=9.0)),))
        if fan.box == queen.box
        else fan
        for fan in sight.fans
    ]
    rest = replace(queen.visible, top=queen.visible.top + 9, height=queen.visible.height - 9)
    line = SeenFan((replace(queen, box=queen.box.moved(0, 9), visible=rest),), free=True)
    table = arrange(replace(sight, fans=(*fans, line)), "pyramid")
    assert next(pile for pile in table.piles if pile.name == "row 5 card 3").cards == (queen,)
    assert not table.notes


def test_a_pyramid_without_its_first_card_is_noticed() -> None:
    table = lay_out(drawn(with_cards(start("pyramid"), {"row 1 card 1": ""}), 1.3), "pyramid")
    assert any("row 1 card 1 of the pyramid is not seen" in note for note in table.notes)


def with_runs(count: int) -> Scene:
    """Spider with so many complete runs, which lie over each other sideways."""
    scene = start("spider")
    run = " ".join(f"{rank}S" for rank in "KQJT98765432A")
    scene = with_cards(scene, {f"run {i + 1}": run for i in range(count)})
    runs = [pile for pile in scene.piles if pile.role == "foundation"][:count]
    others = [pile for pile in scene.piles if pile.role != "foundation"]
    return replace(
        scene, piles=(*others, *(replace(pile, x=4 + 0.37 * i) for i, pile in enumerate(runs))), moves=()
    )


@pytest.mark.parametrize("count", [1, 2, 5])
def test_runs_that_lie_over_each_other_are_piles_each(count: int) -> None:
    table = lay_out(drawn(with_runs(count), 1.53), "spider")
    runs = {pile.name: len(pile.cards) for pile in table.piles if pile.role == "foundation"}
    assert runs == {f"run {i + 1}": 1 for i in range(count)}
    assert table.notes == ()


def test_runs_are_counted_where_the_places_of_piles_are_known() -> None:
    track = Tracking(look, arrange)
    for count in (1, 1, 3):
        table = track(drawn(with_runs(count), 1.53), "spider")
        assert [pile.name for pile in table.piles if pile.role == "foundation" and pile.cards] == [
            f"run {i + 1}" for i in range(count)
        ]


@pytest.mark.parametrize(("name", "turned"), [("freecell", True), ("spider", False)])
def test_cards_lie_face_up_where_all_do(name: str, turned: bool) -> None:
    """With three shaded kings on the foundations the last white cards do not look like paper."""
    sight = look(drawn(start(name), 1.3))
    fans = tuple(
        replace(fan, cards=tuple(replace(card, up=False) for card in fan.cards)) for fan in sight.fans
    )
    assert all(card.up is turned for card in arrange(replace(sight, fans=fans), name).cards)


@pytest.mark.parametrize("name", GAMES)
def test_the_game_is_guessed(name: str) -> None:
    assert lay_out(drawn(start(name), 1.3)).game == name


def test_a_dialog_over_the_columns_is_noticed() -> None:
    picture = drawn(start("freecell"), 1.3).copy()
    picture[260:460, 330:640] = (238, 238, 236)
    try:
        table = lay_out(picture, "freecell")
    except InputError as error:
        assert "columns" in str(error)  # noqa: PT017
    else:
        assert table.notes


def test_half_a_board_is_noticed() -> None:
    picture = drawn(start("freecell"), 1.3)
    with pytest.raises(InputError, match="columns"):
        lay_out(np.ascontiguousarray(picture[:, : picture.shape[1] // 2]), "freecell")


def test_another_game_is_noticed() -> None:
    with pytest.raises(InputError, match="10 columns"):
        lay_out(drawn(start("freecell"), 1.3), "spider")
    with pytest.raises(InputError, match="no pyramid"):
        lay_out(drawn(start("freecell"), 1.3), "pyramid")


def test_no_cards() -> None:
    picture = np.zeros((300, 400, 3), dtype=np.uint8)
    picture[..., 1] = 90
    picture[10:13, 10:13] = 255
    with pytest.raises(InputError, match="no cards"):
        lay_out(picture, "freecell")


def test_a_game_without_cards() -> None:
    with pytest.raises(InputError, match="not played with cards"):
        lay_out(drawn(start("freecell"), 1.3), "undead")


@pytest.mark.slow  # test_labelled.py looks at the same windows
def test_real_windows(labelled: list[Labelled]) -> None:
    """Of 97 in 100 boards each pile holds as many cards as it should; none is wrong and certain."""
    right, wrong = 0, []
    for screen in labelled:
        table = lay_out(open_picture(screen.path), screen.game)
        seen = {
            pile.name: (sum(not card.up for card in pile.cards), sum(card.up for card in pile.cards))
            for pile in table.piles
        }
        want = screen.counts()
        if {name: seen.get(name) for name in want} == want:
            right += 1
        elif not table.notes:
            wrong.append(screen.name)
    assert not wrong
    assert right >= 0.97 * len(labelled)


def test_windows_over_which_a_dialog_lies(screens: object) -> None:
    for name in ("aisleriot_freecell_won", "kpat_freecell_won"):
        picture = open_picture(f"{screens}/dialogs/{name}.png")
        with pytest.raises(InputError):
            lay_out(picture, "freecell")
