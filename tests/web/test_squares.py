"""The routes of puzzles on squares: marks, entries that are left out, mistakes, and the steps to draw."""

from __future__ import annotations

from typing import Any

from .serving import Client, answer, begin, with_client
from .test_api import SAMPLE, post

SAVED = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :6:Undead
PARAMS  :3:4x4
CPARAMS :3:4x4
DESC    :51:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3
NSTATES :1:3
STATEPOS:1:3
MOVE    :5:g0;z0
MOVE    :7:V1;D4,0
"""


def cell(board: dict[str, Any], i: int) -> dict[str, Any]:
    found: dict[str, Any] = board["scene"]["grid"]["cells"][i]
    return found


def test_marks_are_made_and_taken_back() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        at = f"/api/boards/{board['id']}"
        marked = await post(client, f"{at}/mark", {"mark": "r1c2?gz!v"})
        assert (cell(marked, 1)["pencil"], cell(marked, 1)["struck"]) == ("gz", "v")
        assert marked["tree"][0]["marks"] == ["r1c2?gz!v"]
        assert "<r1c2?gz!v>" in (await client.get(f"{at}/save")).json()["text"]
        undone = await post(client, f"{at}/undo")
        assert "pencil" not in cell(undone, 1)
        assert "marks" not in undone["tree"][0]
        assert (undone["may_undo"], undone["may_redo"]) == (False, True)
        assert cell(await post(client, f"{at}/redo"), 1)["pencil"] == "gz"
        refused = await post(client, f"{at}/mark", {"mark": "r1c1?g"}, 422)
        assert "takes no marks" in refused["error"]["what"]

    with_client(ask)


def test_what_is_filled_in_on_a_pasted_board_are_moves() -> None:
    board = (
        "ghosts 3 vampires 4 zombies 2\n  0 3 3 0\n3 \\ . v / 2\n2 . \\ . g 1\n0 . / . / 1\n"
        "0 \\ . / . 0\n  0 3 1 0\n"
    )

    async def ask(client: Client) -> None:
        begun = await begin(client, board)
        assert [move for place in begun["tree"] for move in place.get("moves", ())] == ["r1c3=v", "r2c4=g"]
        left = await post(client, f"/api/boards/{begun['id']}/leave-out", {"place": begun["tree"][1]["id"]})
        assert "holds" not in cell(left, 2)
        assert cell(left, 7)["holds"] == "g"
        pencilled = await begin(client, SAVED)
        assert cell(pencilled, 1)["pencil"] == "gz"

    with_client(ask)


def test_an_entry_is_left_out() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        at = f"/api/boards/{board['id']}"
        first = await post(client, f"{at}/play", {"move": "r1c2=g"})
        await post(client, f"{at}/play", {"move": "r1c3=v"})
        left = await post(client, f"{at}/leave-out", {"place": first["here"]})
        assert "holds" not in cell(left, 1)
        assert cell(left, 2)["holds"] == "v"

    with_client(ask)


def test_mistakes_are_told_and_never_what_is_right() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        at = f"/api/boards/{board['id']}"
        assert (await answer(client, board["id"], "check"))["data"]["text"] == "Nothing is wrong so far."
        await post(client, f"{at}/play", {"move": "r1c2=g"})
        await post(client, f"{at}/play", {"move": "r1c3=v"})
        await post(client, f"{at}/play", {"move": "r3c1=v"})
        await post(client, f"{at}/mark", {"mark": "r2c1!v;r2c3?g"})
        found = (await answer(client, board["id"], "check"))["data"]
        assert found["text"] == (
            "2 squares cannot be right. The marks of 1 square leave out whatever may stand there."
        )
        assert (found["squares"], found["marked"]) == ([1, 8], [4])
        assert not any(word in str(found) for word in ("vampire", "ghost", "zombie", "certain"))

    with_client(ask)


def test_a_finished_board_and_one_without_solution_are_checked() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        for move in (await answer(client, board["id"], "solution"))["data"]["moves"]:
            await post(client, f"/api/boards/{board['id']}/play", {"move": move})
        assert (await answer(client, board["id"], "check"))["data"]["text"] == "Everything is right."
        none = await begin(client, "ghosts 2 vampires 0 zombies 0\n  - -\n1 . . -\n  - -\n", "undead")
        assert (await answer(client, none["id"], "check"))["data"]["text"] == "The puzzle has no solution."

    with_client(ask)


def test_the_steps_of_an_explanation_say_what_to_draw() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        data = (await answer(client, board["id"], "explain"))["data"]
        squares = [cell.get("holds", "") for cell in board["scene"]["grid"]["cells"]]
        for step in data["steps"]:
            assert step["lights"] or step["uses_totals"]
            assert step["filled"] or step["ruled_out"]
            for i, letter in step["filled"].items():
                assert squares[int(i)] == ""
                squares[int(i)] = letter
        assert all(squares)
        assert data["ending"]["settled"] is True
        assert data["ending"]["text"].startswith("solved in")

    with_client(ask)


def test_verdicts_of_puzzles_speak_of_solutions() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        at = f"/api/boards/{board['id']}"
        assert await words(client, board["id"]) == "One solution: 9 squares to fill"
        on = await post(client, f"{at}/play", {"move": "r1c2=v"})
        assert on["known"][on["here"]]["words"] == "One solution: 8 squares to fill"
        await post(client, f"{at}/play", {"move": "r1c3=g"})
        assert (await words(client, board["id"])).startswith("No solution with what is filled in")
        empty = await begin(client, "ghosts 1 vampires 1 zombies 0\n  - -\n- . . -\n  - -\n", "undead")
        assert await words(client, empty["id"]) == "Several solutions: 2 squares to fill"

    with_client(ask)


async def words(client: Client, board: str) -> str:
    """What the verdict bar says where one is."""
    assert (await answer(client, board, "verdict"))["state"] == "done"
    fresh = (await client.get(f"/api/boards/{board}")).json()
    said: str = fresh["known"][fresh["here"]]["words"]
    return said
