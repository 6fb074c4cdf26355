"""Games outlive the server, the disk's troubles and a second tab; and they are counted honestly."""

from __future__ import annotations

import asyncio
import csv
import io
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from registered import some_registered_names
from sizes import PATIENCE, some_of
from winnable.intervals import wilson
from winnable.registry import get_game
from winnable.session import Session
from winnable.web import keeper as keeper_module
from winnable.web.answers import ANSWERS
from winnable.web.boards import Boards, OpenBoard
from winnable.web.guard import TOKEN_HEADER
from winnable.web.keeper import Keeper
from winnable.web.kept import help_of
from winnable.web.routes import REVISION_HEADER
from winnable.web.statistics import of_days, of_games
from winnable.web.store import FILE, Row, Store, new_id
from won_lines import before_the_end, won_lines

from .serving import TOKEN, Client, answer, begin, run, serving, with_client
from .test_api import post
from .test_store import row

Play = Callable[[Client], Awaitable[Any]]


def with_kept(data: Path, *tests: Play, workers: int = 0) -> list[Any]:
    """Asks servers one after the other that keep games in the same folder."""

    async def ask() -> list[Any]:
        answers = []
        for test in tests:
            async with serving(data=data, workers=workers) as client:
                answers.append(await test(client))
        return answers

    return run(ask())


async def play(client: Client, board: str, *moves: str) -> Any:
    for move in moves:
        shown = await post(client, f"/api/boards/{board}/play", {"move": move})
    return shown


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Is it the same game, at the same place? Places may have other numbers."""
    return one["text"] == other["text"] and one["scene"] == other["scene"] and one["legal"] == other["legal"]


# --- a server that is started anew ------------------------------------------------------------------------


def test_a_game_goes_on_after_a_restart_with_its_tree_and_place(tmp_path: Path) -> None:
    async def first(client: Client) -> Any:
        board = await begin(client, "617", "freecell")
        at = f"/api/boards/{board['id']}"
        await play(client, board["id"], "1a", "2b")
        await post(client, f"{at}/undo")
        await play(client, board["id"], "3b")
        await post(client, f"{at}/comment", {"place": "1", "comment": "here it began"})
        await post(client, f"{at}/clock", {"seconds": 12.5})
        return await post(client, f"{at}/goto", {"place": "1"})

    async def second(client: Client) -> Any:
        return (await client.get(f"/api/boards/{before[0]['id']}")).json()

    before = with_kept(tmp_path, first)
    (after,) = with_kept(tmp_path, second)
    assert same(before[0], after)
    assert after["id"] == before[0]["id"]
    assert after["revision"] > before[0]["revision"] + 1000
    assert after["tally"] == before[0]["tally"]
    assert after["tally"]["seconds"] == 12.5
    assert after["tally"]["undone"] == 2
    assert len(after["tree"]) == 4


def test_a_game_that_is_lost_here_comes_from_its_page(tmp_path: Path) -> None:
    """The store lacks it, or has an older state of it."""

    async def first(client: Client) -> Any:
        board = await begin(client, "617", "freecell")
        early = await play(client, board["id"], "1a")
        await client.get("/api/games")
        return early, await play(client, board["id"], "2b")

    (boards,) = with_kept(tmp_path / "one", first)
    early, late = boards

    def again(board: dict[str, Any], **more: Any) -> dict[str, Any]:
        tally = {name: board["tally"][name] for name in ("undone", "hints", "shown", "counted", "ending")}
        told = {"board": board["id"], "revision": board["revision"], "seconds": 7.0, **tally, **more}
        return {"text": board["text"], "again": told}

    async def without(client: Client) -> None:
        board = await post(client, "/api/boards", again(late))
        assert same(board, late)
        assert board["id"] == late["id"]
        assert board["tally"] == {**late["tally"], "seconds": 7.0}
        nobody = {"text": "", "again": {"board": "A" * 16}}
        assert "not kept" in (await post(client, "/api/boards", nobody, 422))["error"]["what"]

    async def with_older(client: Client) -> None:
        """As after a crash in the moment after a move."""
        Store(tmp_path / "two").put([_row(early)])
        board = await post(client, "/api/boards", again(late))
        assert same(board, late)
        board = await play(client, board["id"], "1c")
        assert same(await post(client, "/api/boards", again(late)), board)  # what the server has is newer now

    async def with_newer(client: Client) -> None:
        Store(tmp_path / "three").put([_row(late)])
        assert same(await post(client, "/api/boards", again(early)), late)
        assert same(await post(client, "/api/boards", {"text": "", "again": again(early)["again"]}), late)

    with_client(without, workers=0)
    with_kept(tmp_path / "two", with_older)
    assert _texts(tmp_path / "two")[late["id"]] != late["text"]
    with_kept(tmp_path / "three", with_newer)


def _row(board: dict[str, Any]) -> Any:
    return row(id=board["id"], text=board["text"], revision=board["revision"])


def _texts(folder: Path) -> dict[str, str]:
    store = Store(folder)
    rows = [store.get(one.id) for one in store.listed("", 100)[0]]
    return {row.id: row.text for row in rows if row is not None}


@pytest.mark.parametrize("name", some_registered_names())
def test_every_game_is_kept_whole(tmp_path: Path, name: str) -> None:
    start, _ = won_lines()[name]

    async def first(client: Client) -> Any:
        board = await begin(client, str(start), name)
        return await play(client, board["id"], board["legal"][0])

    async def second(client: Client) -> Any:
        return (await client.get(f"/api/boards/{before['id']}")).json()

    (before,) = with_kept(tmp_path, first)
    (after,) = with_kept(tmp_path, second)
    assert same(before, after)
    assert after["unseen"] == before["unseen"]


def test_a_stale_page_is_refused_and_loses_nothing() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        at = f"/api/boards/{board['id']}"
        seen = {REVISION_HEADER: str(board["revision"])}
        one = await client.post(f"{at}/play", json={"move": "1a"}, headers=seen)
        assert one.status_code == 200
        other = await client.post(f"{at}/play", json={"move": "2a"}, headers=seen)
        assert other.status_code == 409
        assert "gone on elsewhere" in other.json()["error"]["what"]
        assert same((await client.get(at)).json(), one.json())

    with_client(ask, workers=0)


# --- trouble with the disk --------------------------------------------------------------------------------


async def warned(client: Client, board: str, warned: bool) -> Any:
    """The game, as soon as it comes with a warning, or without."""
    async with asyncio.timeout(PATIENCE):
        while True:
            shown = (await client.get(f"/api/boards/{board}")).json()
            if bool(shown["warning"]) is warned:
                return shown
            await asyncio.sleep(0.02)


def test_a_full_disk_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    full = [True]
    put = Store._put

    def fails(store: Store, *given: Any) -> Any:
        if full[0]:
            error = sqlite3.OperationalError("database or disk is full")
            error.sqlite_errorcode = sqlite3.SQLITE_FULL
            raise error
        return put(store, *given)

    monkeypatch.setattr(Store, "_put", fails)
    monkeypatch.setattr(keeper_module, "_SOON", 0.01)
    monkeypatch.setattr(keeper_module, "_AGAIN", (0.02, 0.1))

    async def ask(client: Client) -> str:
        board = await begin(client, "617", "freecell")
        assert board["warning"] == ""
        await play(client, board["id"], "1a")
        await warned(client, board["id"], True)
        board = await play(client, board["id"], "2b")
        assert board["warning"].startswith("Games cannot be saved, because the disk is full. They go on")
        kept = await post(client, "/api/kept", {})
        assert kept["warning"] == board["warning"]
        full[0] = False
        board = await warned(client, board["id"], False)
        assert _texts(tmp_path) == {board["id"]: board["text"]}
        return board["id"]

    with_kept(tmp_path, ask)


def test_a_damaged_file_is_told_and_the_open_games_are_kept(tmp_path: Path) -> None:
    tmp_path.joinpath(FILE).write_text("nothing that SQLite knows" * 100)

    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        await play(client, board["id"], "1a")
        await post(client, "/api/kept", {})
        board = await play(client, board["id"], "2b")
        assert "was damaged. It is now" in board["warning"]

    with_kept(tmp_path, ask)
    assert len(_texts(tmp_path)) == 1


def test_it_is_written_soon_and_at_the_end_at_the_latest(tmp_path: Path) -> None:
    async def soon(client: Client) -> Any:
        board = await play(client, (await begin(client, "617", "freecell"))["id"], "1a")
        async with asyncio.timeout(PATIENCE):
            while not _texts(tmp_path):
                await asyncio.sleep(0.02)
        assert _texts(tmp_path) == {board["id"]: board["text"]}
        return await play(client, board["id"], "2b")  # and the server ends at once

    (last,) = with_kept(tmp_path, soon)
    assert _texts(tmp_path) == {last["id"]: last["text"]}


def test_a_game_that_nobody_touched_is_not_kept(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        await post(client, f"/api/boards/{board['id']}/clock", {"seconds": 5.0})

    with_kept(tmp_path, ask)
    assert _texts(tmp_path) == {}


def test_read_only_plays_and_writes_nothing() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        board = await play(client, board["id"], "1a")
        assert board["warning"] == ""
        kept = await post(client, "/api/kept", {})
        assert kept["games"] == []
        assert "--read-only" in kept["warning"]
        assert "--read-only" in (await post(client, "/api/statistics"))["warning"]
        assert "--read-only" in (await post(client, "/api/statistics/reset", {}, 422))["error"]["what"]

    with_client(ask, workers=0)


def test_a_game_that_is_closed_before_it_is_written_is_still_there(tmp_path: Path) -> None:
    async def ask() -> None:
        boards = Boards(1, Keeper(Store(tmp_path)))
        one = boards.add(Session.of_deal(get_game("freecell"), 617))
        one.session.play("1a")
        one.changed()
        other = boards.add(Session.of_deal(get_game("freecell"), 618))
        assert boards.get(one.id) is None
        assert await boards.awake(one.id) is one
        assert boards.get(other.id) is None
        assert await boards.awake(other.id) is None  # nothing was done in it
        await boards.keeper.flush()
        boards.add(Session.of_deal(get_game("freecell"), 619))
        again = await boards.awake(one.id)
        assert again is not one
        assert again is not None
        assert again.text == one.text
        await boards.keeper.stop()

    run(ask())


def test_a_game_that_cannot_be_written_down_keeps_no_other_from_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(OpenBoard):
        def row(self) -> Row:
            raise RuntimeError("no")

    async def ask() -> None:
        keeper = Keeper(Store(tmp_path))
        for kind in (Broken, OpenBoard):
            board = kind(new_id(), Session.of_deal(get_game("freecell"), 617), keeper=keeper)
            board.changed()
        await keeper.stop()
        assert list(_texts(tmp_path)) == [board.id]

    run(ask())
    assert "a game cannot be saved" in caplog.text


# --- the list ---------------------------------------------------------------------------------------------


def test_games_are_listed_found_deleted_and_had_back(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        one = await begin(client, "617", "freecell")
        await play(client, one["id"], "1a")
        other = await begin(client, "1", "pyramid")
        await play(client, other["id"], other["legal"][0])
        kept = await post(client, "/api/kept", {})
        assert [game["id"] for game in kept["games"]] == [other["id"], one["id"]]
        assert kept["all"] == 2
        found = (await post(client, "/api/kept", {"search": "free 617"}))["games"]
        assert [(game["title"], game["deal"], game["moves"], game["ending"]) for game in found] == [
            ("FreeCell", "ms:617", 1, "open")
        ]
        left = await post(client, "/api/kept/delete", {"game": one["id"]})
        assert [game["id"] for game in left["games"]] == [other["id"]]
        await post(client, "/api/kept/delete", {"game": one["id"]}, 422)
        assert len((await post(client, "/api/kept/restore", {"game": one["id"]}))["games"]) == 2

    with_kept(tmp_path, ask)


def test_listing_takes_the_token(tmp_path: Path) -> None:
    async def ask() -> None:
        async with serving(data=tmp_path, workers=0, headers={}) as client:
            for path in ("/api/kept", "/api/statistics"):
                assert (await client.post(path, json={})).status_code == 403
                assert (await client.get(path)).status_code == 405

    run(ask())


# --- counting ---------------------------------------------------------------------------------------------


def start_of_win(name: str) -> tuple[str, list[str]]:
    """A deal that has a known win, as a game to begin, and its moves."""
    start, moves = won_lines()[name]
    return f"winnable game 1\ngame: {name}\nstart: {start}\nmoves:\nend\n", list(moves)


async def ending(client: Client, board: str) -> str:
    tally = (await client.get(f"/api/boards/{board}")).json()["tally"]
    assert isinstance(tally["ending"], str)
    return tally["ending"]


def test_a_win_stays_a_win(tmp_path: Path) -> None:
    text, moves = start_of_win("freecell")

    async def ask(client: Client) -> None:
        board = await begin(client, text)
        at = f"/api/boards/{board['id']}"
        await post(client, f"{at}/clock", {"seconds": 30.0})
        board = await play(client, board["id"], *moves)
        assert board["tally"]["ending"] == "won"
        board = await post(client, f"{at}/undo")
        assert board["tally"]["ending"] == "won"
        assert board["tally"]["seconds"] == 30.0
        board = await post(client, f"{at}/give-up", {"given_up": True})
        assert board["tally"]["ending"] == "won"
        (one,) = (await post(client, "/api/statistics"))["games"]
        assert (one["game"], one["played"], one["won"], one["streak"]) == ("freecell", 1, 1, 1)
        assert (one["best_seconds"], one["fewest_moves"]) == (30.0, len(moves))
        assert one["interval"] == pytest.approx(list(wilson(1, 1)))
        assert one["engine"] == [
            {"share": 0.999992, "deals": 1_000_000, "how": "can be won: Microsoft's from 1 on, each decided"}
        ]

    with_kept(tmp_path, ask)


def test_a_win_after_the_solution_was_shown_had_help(tmp_path: Path) -> None:
    text, moves = start_of_win("freecell")

    async def ask(client: Client) -> None:
        board = await begin(client, text)
        await play(client, board["id"], *moves[:-9])
        assert (await answer(client, board["id"], "verdict"))["state"] == "done"
        assert not (await client.get(f"/api/boards/{board['id']}")).json()["tally"]["shown"]
        assert (await answer(client, board["id"], "solution"))["state"] == "done"
        board = await play(client, board["id"], *moves[-9:])
        assert board["tally"]["shown"]
        assert board["tally"]["ending"] == "won with help"
        (one,) = (await post(client, "/api/statistics"))["games"]
        assert (one["played"], one["won"], one["helped"], one["streak"]) == (1, 0, 1, 0)

    with_kept(tmp_path, ask, workers=1)


def test_hints_are_help_where_every_move_was_one() -> None:
    async def ask(client: Client) -> None:
        for hinted, expected in ((2, "won"), (3, "won with help")):
            _, moves = start_of_win("freecell")
            session = Session(get_game("freecell"), before_the_end("freecell", 3))
            board = await begin(client, session.save())
            for i, move in enumerate(moves[-3:]):
                if i < hinted:
                    for _ in range(2):  # asked twice at one place, it is one hint
                        await answer(client, board["id"], "hint")
                board = await play(client, board["id"], move)
            assert board["tally"]["hints"] == hinted
            assert board["tally"]["ending"] == expected
            assert not board["tally"]["counted"]  # it was not begun from a deal

    with_client(ask, workers=1)


def test_what_is_asked_after_the_win_is_no_help() -> None:
    text, moves = start_of_win("freecell")

    async def ask(client: Client) -> None:
        board = await begin(client, text)
        await play(client, board["id"], *moves)
        await post(client, f"/api/boards/{board['id']}/undo")
        await answer(client, board["id"], "solution")
        assert await ending(client, board["id"]) == "won"

    with_client(ask, workers=1)


def test_every_question_is_some_help_or_none() -> None:
    assert help_of("verdict") == help_of("verdicts") == "none"
    assert help_of("hint") == "move"
    assert {"solution", "review", "explain"} <= {name for name in ANSWERS if help_of(name) == "way"}
    assert help_of("a question of the future") == "way"


def test_giving_up_counts_until_it_is_taken_back(tmp_path: Path) -> None:
    text, moves = start_of_win("freecell")

    async def ask(client: Client) -> None:
        board = await begin(client, text)
        at = f"/api/boards/{board['id']}"
        await play(client, board["id"], *moves[:1])
        given_up = await post(client, f"{at}/give-up", {"given_up": True})
        assert given_up["tally"]["ending"] == "given up"
        (one,) = (await post(client, "/api/statistics"))["games"]
        assert (one["played"], one["won"], one["lost"], one["open"]) == (1, 0, 1, 0)
        await play(client, board["id"], *moves[1:])
        assert await ending(client, board["id"]) == "given up"
        await post(client, f"{at}/give-up", {"given_up": False})
        assert await ending(client, board["id"]) == "won"

    with_kept(tmp_path, ask)


@pytest.mark.parametrize(
    ("begun", "counted"),
    [
        ({"text": "617", "game": "freecell"}, True),
        ({"text": "1", "game": "spider"}, True),
        ({"text": "1", "game": "spider", "open_cards": True}, False),
        ({"text": "617", "game": "freecell", "daily": "2026-11-29"}, True),
    ],
)
def test_what_is_counted(tmp_path: Path, begun: dict[str, Any], counted: bool) -> None:
    async def ask(client: Client) -> Any:
        board = await post(client, "/api/boards", begun)
        assert board["tally"]["counted"] is counted
        assert board["tally"]["daily"] == begun.get("daily", "")
        assert (await post(client, "/api/statistics"))["games"] == []
        board = await play(client, board["id"], board["legal"][0])
        assert len((await post(client, "/api/statistics"))["games"]) == counted
        return board["text"]

    (text,) = with_kept(tmp_path, ask)

    async def pasted(client: Client) -> None:
        """A game with moves that were made elsewhere is looked at, not played."""
        assert not (await begin(client, text))["tally"]["counted"]

    with_client(pasted, workers=0)


def test_a_reset_and_the_tables(tmp_path: Path) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        await play(client, board["id"], "1a")
        games = await post(client, "/api/statistics/table", {"table": "games"})
        (line,) = csv.DictReader(io.StringIO(games["text"]))
        assert (line["game"], line["deal"], line["ending"]) == ("freecell", "ms:617", "open")
        (line,) = csv.DictReader(
            io.StringIO((await post(client, "/api/statistics/table", {"table": "statistics"}))["text"])
        )
        assert (line["played"], line["won"], line["engine_share"]) == ("1", "0", "0.999992")
        reset = await post(client, "/api/statistics/reset", {"game": "freecell"})
        assert reset["games"] == []
        await play(client, board["id"], "2b")
        assert (await post(client, "/api/statistics"))["games"] == []  # it was forgotten
        back = await post(client, "/api/statistics/unreset", {"reset": reset["reset"]})
        assert [one["game"] for one in back["games"]] == ["freecell"]

    with_kept(tmp_path, ask)


ENDINGS = st.sampled_from(["open", "stuck", "given up", "won", "won with help"])


@given(st.lists(ENDINGS, min_size=1, max_size=12))
@settings(max_examples=some_of(200), deadline=None)
def test_statistics_of_any_games(endings: list[str]) -> None:
    rows = [row(started=float(i), ending=ending, seconds=i + 1.0) for i, ending in enumerate(endings)]
    (one,) = of_games(rows)
    letters = "".join("w" if ending == "won" else "o" if ending == "open" else "-" for ending in endings)
    assert one.played == len(endings) == one.won + one.helped + one.lost + one.open
    assert one.longest_streak == max(map(len, letters.replace("o", "-").split("-")))
    assert one.streak == len(letters.removesuffix("o")) - len(letters.removesuffix("o").rstrip("w"))
    assert one.interval[0] <= one.won / one.played <= one.interval[1]
    won = [i + 1.0 for i, ending in enumerate(endings) if ending == "won"]
    assert one.best_seconds == (won[0] if won else None)
    assert one.mean_seconds == (pytest.approx(sum(won) / len(won)) if won else None)


def test_games_that_were_not_measured_and_games_that_are_gone_say_so() -> None:
    rows = [row(game="eight_off"), row(game="a game of the past"), row(game="undead")]
    found = {one.game: one.engine for one in of_games(rows)}
    assert found["eight_off"] == found["a game of the past"] == ()
    (rate,) = found["undead"]
    assert (rate.share, rate.deals) == (1.0, 0)


@pytest.mark.parametrize(
    ("days", "expected"),
    [
        ([], (0, 0, 0)),
        (["2026-11-27", "2026-11-28", "2026-11-29"], (3, 3, 3)),
        (["2026-11-27", "2026-11-28"], (2, 2, 2)),
        (["2026-11-26", "2026-11-27"], (2, 0, 2)),
        (["2026-10-31", "2026-11-01", "2026-11-01", "2026-11-29"], (3, 1, 2)),
        (["no day"], (0, 0, 0)),
    ],
)
def test_daily_streaks(days: list[str], expected: tuple[int, int, int]) -> None:
    found = of_days([row(daily=day, ending="won") for day in days], date(2026, 11, 29))
    assert (found.won, found.streak, found.longest_streak) == expected
    assert of_days([row(daily=day) for day in days], date(2026, 11, 29)).won == 0


# --- for other machines -----------------------------------------------------------------------------------


def test_for_other_machines_the_token_is_in_the_link_alone() -> None:
    async def ask() -> None:
        async with serving(workers=0, headers={}, local=False, port=8617) as client:
            page = await client.get("/")
            assert page.status_code == 200
            assert TOKEN not in page.text
            assert 'name="winnable-token" content=""' in page.text
            assert (await client.get("/api/games")).status_code == 403
            bearing = {TOKEN_HEADER: TOKEN}
            assert (await client.get("/api/games", headers=bearing)).status_code == 200
            for host, status in (
                ("192.168.1.5:8617", 200),
                ("[fe80::1]:8617", 200),
                ("192.168.1.5:80", 421),
                ("rebound.example:8617", 421),
                ("192.168.1.5", 421),
            ):
                asked = await client.get("/api/games", headers={**bearing, "host": host})
                assert asked.status_code == status, host
            own = {**bearing, "host": "192.168.1.5:8617", "origin": "http://192.168.1.5:8617"}
            assert (await client.get("/api/games", headers=own)).status_code == 200
        async with serving(workers=0) as client:
            assert TOKEN in (await client.get("/")).text
            asked = await client.get("/", headers={"host": "192.168.1.5:8617"})
            assert asked.status_code == 421

    run(ask())
