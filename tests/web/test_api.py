"""The server's routes: games are begun, played and asked about."""

from __future__ import annotations

import asyncio
import json
from random import Random
from typing import Any

import pytest

from registered import some_registered_names, start_of
from winnable.cards import UNKNOWN
from winnable.registry import get_game
from winnable.session import Session
from winnable.text.boards import write_position
from won_lines import before_the_end, won_lines

from .serving import Client, answer, begin, with_client

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"


async def post(client: Client, path: str, body: Any = None, status: int = 200) -> Any:
    reply = await client.post(path, json=body) if body is not None else await client.post(path)
    assert reply.status_code == status, reply.text
    return reply.json()


@pytest.mark.parametrize("name", some_registered_names())
def test_a_won_game_of_each_kind(name: str) -> None:
    start, moves = won_lines()[name]
    game = get_game(name)
    save = Session(game, start_of(game)(start), open_cards=True).save()

    async def ask(client: Client) -> None:
        board = await begin(client, save)
        for move in moves:
            board = await post(client, f"/api/boards/{board['id']}/play", {"move": move})
        assert board["outcome"] == "won"
        assert board["known"][board["here"]]["verdict"] == "solved"
        assert len(board["tree"]) == len(moves) + 1
        assert all(place["words"] for place in board["tree"][1:])

    with_client(ask)


def test_moves_make_a_tree() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        at = f"/api/boards/{board['id']}"
        first = await post(client, f"{at}/play", {"move": "1a"})
        await post(client, f"{at}/undo")
        second = await post(client, f"{at}/play", {"move": "2a"})
        root, one, two = second["tree"]
        assert root["children"] == [one["id"], two["id"]]
        assert (one["moves"], two["moves"]) == (["1a"], ["2a"])
        assert second["here"] == two["id"]
        promoted = await post(client, f"{at}/promote", {"place": two["id"]})
        assert promoted["tree"][0]["children"] == [two["id"], one["id"]]
        there = await post(client, f"{at}/goto", {"place": first["here"]})
        assert there["here"] == first["here"] == one["id"]
        said = await post(client, f"{at}/comment", {"place": one["id"], "comment": "a king in a cell"})
        assert said["tree"][2]["comment"] == "a king in a cell"
        less = await post(client, f"{at}/delete", {"place": one["id"]})
        assert [place["id"] for place in less["tree"]] == [root["id"], two["id"]]
        assert less["here"] == root["id"]
        gone = await post(client, f"{at}/goto", {"place": one["id"]}, 422)
        assert gone["error"]["what"] == "there is no such place in this game"
        assert less["deleted"] == 1
        back = await post(client, f"{at}/restore")
        assert [place["moves"] for place in back["tree"][1:]] == [["2a"], ["1a"]]
        assert back["deleted"] == 0
        await post(client, f"{at}/restore", status=422)
        await post(client, f"{at}/delete", {"place": back["here"]})
        line = await post(client, f"{at}/line", {"moves": ["2a", "3b"]})
        assert [place["moves"] for place in line["tree"][1:]] == [["2a"], ["3b"]]
        assert line["here"] == root["id"]
        marked = await post(client, f"{at}/checkpoint", {"place": root["id"], "on": True})
        assert marked["tree"][0]["checkpoint"] is True
        again = await post(client, f"{at}/redo")
        assert again["here"] == two["id"]
        save = (await client.get(f"{at}/save")).json()["text"]
        assert Session.load(save).here.texts == ("2a",)
        assert again["revision"] == 12

    with_client(ask)


@pytest.mark.parametrize(
    ("path", "body", "status", "said"),
    [
        ("play", {"move": "zz"}, 422, "zz: no such pile in this game"),
        ("play", {"move": 5}, 400, "Expected `str`, got `int` - at `$.move`"),
        ("play", {"mve": "1a"}, 400, "unknown field `mve`"),
        ("play", {}, 400, "missing required field `move`"),
        ("undo", None, 422, "there is nothing to take back"),
        ("goto", {"place": "77"}, 422, "there is no such place"),
        ("autoplay", {"autoplay": "all"}, 422, "all"),
        ("ask", {"question": "why", "page": "p"}, 400, "Invalid enum value 'why'"),
        ("ask", {"question": "verdict", "page": "p", "seconds": 0.0}, 422, "seconds is 0"),
        ("ask", {"question": "verdict", "page": "p", "megabytes": 1e9}, 422, "megabytes is 1000000000"),
    ],
)
def test_what_cannot_be_done_is_said(path: str, body: Any, status: int, said: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        error = await post(client, f"/api/boards/{board['id']}/{path}", body, status)
        assert said in error["error"]["what"]
        assert (await client.get(f"/api/boards/{board['id']}")).json()["here"] == board["here"]

    with_client(ask)


def test_unknown_games_questions_methods_and_kinds_of_bodies() -> None:
    async def ask(client: Client) -> None:
        assert (await client.get("/api/boards/none")).status_code == 404
        assert (await client.get("/api/jobs/none")).status_code == 404
        assert (await client.get("/nothing")).status_code == 404
        other = await client.put("/api/boards")
        assert (other.status_code, other.headers["allow"]) == (405, "POST")
        assert (await client.post("/api/boards", content=b"{}")).status_code == 415
        kind = {"content-type": "application/json"}
        assert (await client.post("/api/boards", content=b"{", headers=kind)).status_code == 400
        assert (
            await client.post("/api/boards", content=b'{"text": "\xff"}', headers=kind)
        ).status_code == 400

    with_client(ask)


@pytest.mark.parametrize(
    ("text", "game", "found"),
    [
        ("617", "freecell", "freecell"),
        (SAMPLE, "", "undead"),
        ("pysol:5", "pyramid:hoyle", "pyramid:hoyle"),
        ("winnable game 1\ngame: eight_off\nstart: ms:3\nmoves:\nend\n", "", "eight_off"),
    ],
)
def test_a_text_is_recognised(text: str, game: str, found: str) -> None:
    async def ask(client: Client) -> None:
        assert (await begin(client, text, game))["game"] == found

    with_client(ask)


@pytest.mark.parametrize("name", ["freecell", "pyramid", "eight_off", "seahaven", "simple_simon"])
def test_a_board_without_the_name_of_its_game(name: str) -> None:
    game = get_game(name)

    async def ask(client: Client) -> None:
        assert (await begin(client, write_position(game, game.deal(3))))["game"] == name

    with_client(ask)


@pytest.mark.parametrize("text", ["nonsense", "", "9H 9H", "{", "\x00", "4x4:9,9"])
def test_nonsense_is_named(text: str) -> None:
    async def ask(client: Client) -> None:
        error = await post(client, "/api/boards", {"text": text}, 422)
        assert error["error"]["what"]

    with_client(ask)


# --- questions ---------------------------------------------------------------------------------------------


def test_a_verdict_spreads_over_the_tree() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        job = await answer(client, board["id"], "verdict")
        assert (job["state"], job["data"]["verdict"], job["place"]) == ("done", "solved", board["here"])
        moves = job["data"]["moves"]
        for number, move in enumerate(moves[:5], 1):
            board = await post(client, f"/api/boards/{board['id']}/play", {"move": move})
            assert board["known"][board["here"]]["length"] == len(moves) - number

    with_client(ask)


def test_a_lost_deal_stays_lost() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "16", "pyramid")
        job = await answer(client, board["id"], "verdict")
        assert job["data"]["verdict"] == "unsolvable"
        board = await post(client, f"/api/boards/{board['id']}/play", {"move": board["legal"][0]})
        assert board["known"][board["here"]]["verdict"] == "unsolvable"

    with_client(ask)


@pytest.mark.parametrize("question", ["verdicts", "hint", "solution", "review"])
def test_each_question_is_answered(question: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "4", "pyramid")
        await post(client, f"/api/boards/{board['id']}/play", {"move": board["legal"][0]})
        job = await answer(client, board["id"], question)
        assert job["state"] == "done"
        assert job["data"]

    with_client(ask)


def test_undead_is_explained() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SAMPLE)
        assert (await answer(client, board["id"], "explain"))["data"]["steps"]
        scene = (await client.get(f"/api/boards/{board['id']}/light/D1")).json()["scene"]
        assert scene["grid"]["lights"][0]["start"] == "D1"
        assert (await client.get(f"/api/boards/{board['id']}/light/nowhere")).status_code == 422

    with_client(ask)


def test_a_question_that_a_game_has_no_answer_to() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        job = await answer(client, board["id"], "explain")
        assert job["state"] == "failed"
        assert "FreeCell has no explanations" in job["error"]

    with_client(ask)


def test_a_newer_question_replaces_the_older_one() -> None:
    async def ask(client: Client) -> None:
        hard = await begin(client, "219837216", "freecell")
        asked = {"question": "verdict", "page": "p", "seconds": 600.0}
        first = await post(client, f"/api/boards/{hard['id']}/ask", asked)
        easy = await begin(client, "617", "freecell")
        job = await answer(client, easy["id"], "verdict")
        assert job["state"] == "done"
        assert (await client.get(f"/api/jobs/{first['id']}")).json()["state"] == "cancelled"

    with_client(ask)


def test_a_question_is_taken_back() -> None:
    async def ask(client: Client) -> None:
        hard = await begin(client, "219837216", "freecell")
        asked = {"question": "verdict", "page": "p", "seconds": 600.0}
        job = await post(client, f"/api/boards/{hard['id']}/ask", asked)
        for _ in range(100):
            await asyncio.sleep(0.02)
            job = (await client.get(f"/api/jobs/{job['id']}")).json()
            if job["state"] == "running":
                break
        assert (await client.delete(f"/api/jobs/{job['id']}")).json()["state"] == "cancelled"
        easy = await begin(client, "617", "freecell")
        assert (await answer(client, easy["id"], "verdict"))["state"] == "done"

    with_client(ask)


def test_a_question_without_memory_is_not_one_without_a_limit() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "11982", "freecell")
        job = await answer(client, board["id"], "verdict", megabytes=1e-7)
        assert (job["data"]["verdict"], job["data"]["reason"]) == ("unknown", "memory")

    with_client(ask)


def test_events_end_with_the_answer() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        asked = {"question": "verdicts", "page": "p"}
        job = await post(client, f"/api/boards/{board['id']}/ask", asked)
        text = (await client.get(f"/api/jobs/{job['id']}/events")).text
        events = [event.split("\n") for event in text.strip().split("\n\n")]
        assert [lines[0] for lines in events] == [f"id: {n}" for n in range(1, len(events) + 1)]
        states = [json.loads(lines[1].removeprefix("data: "))["state"] for lines in events]
        assert states[-1] == "done"
        assert "done" not in states[:-1]

    with_client(ask)


# --- what is hidden ----------------------------------------------------------------------------------------


def test_no_hidden_card_is_sent() -> None:
    game = get_game("spider")
    tops = [str(column[-1]) for column in game.setup(game.deal(5)).columns]

    async def ask(client: Client) -> None:
        board = await begin(client, "5", "spider")
        assert board["unseen"]
        sent = [card for pile in board["scene"]["piles"] for card in pile.get("cards", [])]
        assert [card for card in sent if card != str(UNKNOWN)] == tops
        assert len(tops) == 10
        refused = await post(client, f"/api/boards/{board['id']}/undo", None, 422)
        assert "nothing is taken back" in refused["error"]["what"]
        job = await answer(client, board["id"], "verdict")
        assert job["state"] == "failed"
        assert "every card" in job["error"]

    with_client(ask)


@pytest.mark.parametrize(("name", "left"), [("freecell", 14), ("pyramid", 9), ("simple_simon", 9)])
def test_whoever_plays_hints_alone_wins(name: str, left: int) -> None:
    """From a place that is won; each hint keeps the win, so the game ends."""
    save = Session(get_game(name), before_the_end(name, left), open_cards=True).save()

    async def ask(client: Client) -> None:
        board = await begin(client, save)
        for _ in range(10 * left):
            if board["outcome"] == "won":
                return
            job = await answer(client, board["id"], "hint")
            board = await post(client, f"/api/boards/{board['id']}/play", {"move": job["data"]["move"]})
        raise AssertionError("the hints go round in circles")

    with_client(ask)


def test_stuck_is_where_no_move_is_legal() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell:cells=1")
        rng = Random(1)
        for _ in range(500):
            assert (board["outcome"] == "stuck") == (not board["legal"])
            if not board["legal"]:
                return
            move = rng.choice(board["legal"])
            board = await post(client, f"/api/boards/{board['id']}/play", {"move": move})
        raise AssertionError("this game is never stuck; take another seed")

    with_client(ask)
