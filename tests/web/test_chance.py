"""The chance of a win on the board: streamed as it narrows, pooled by what is seen, no card betrayed."""

from __future__ import annotations

import asyncio
import json
import re
from random import Random
from typing import Any

import pytest

from sizes import PATIENCE
from winnable._core import CancelToken
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.session import Session
from winnable.text.boards import write_position
from winnable.web import jobs
from winnable.web.answers import GO_ON
from winnable.web.pool import Pool, look_of
from winnable.web.wire import Asked

from .serving import Client, answer, begin, with_client

SPIDER = "winnable game 1\ngame: spider\nstart: 5\nmoves:\nend\n"
QUICK = {"policy": "random"}


async def events(client: Client, board: str, question: str, **more: Any) -> list[dict[str, Any]]:
    """All states of a question."""
    asked = {"question": question, "page": "p", "seconds": 600.0, **more}
    job = (await client.post(f"/api/boards/{board}/ask", json=asked)).json()
    text = (await client.get(f"/api/jobs/{job['id']}/events")).text
    return [json.loads(line.removeprefix("data: ")) for line in text.split("\n") if line.startswith("data: ")]


async def shown(client: Client, board: dict[str, Any]) -> dict[str, Any]:
    fresh = (await client.get(f"/api/boards/{board['id']}")).json()
    told: dict[str, Any] = fresh["chances"][fresh["here"]]
    return told


async def counting(client: Client, job: dict[str, Any]) -> dict[str, Any]:
    """A question's state as soon as something is counted."""
    while not job["data"]:
        assert job["state"] in ("queued", "running")
        await asyncio.sleep(0.02)
        job = (await client.get(f"/api/jobs/{job['id']}")).json()
    return job


# --- streamed ----------------------------------------------------------------------------------------------


def test_the_chance_narrows_as_it_streams() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "5", "scorpion")
        assert board["chances"] == {}
        jobs = await events(client, board["id"], "chance", games=400.0, half_width=0.0001)
        told = [job["data"] for job in jobs if job["data"] is not None]
        games = [data["games"] for data in told]
        assert games == sorted(games)
        assert set(games) - {400} <= {5 * 2**k for k in range(7)}
        assert len(set(games)) > 2
        assert jobs[-1]["state"] == "done"
        assert (told[-1]["games"], told[-1]["stopped"]) == (400, "games")
        widths = [data["interval"][1] - data["interval"][0] for data in told]
        assert widths[-1] < widths[0]
        assert all(data["policy"] == "random" for data in told)

    with_client(ask)


def test_the_policy_is_the_quick_one_unless_named() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "5", "scorpion")
        job = await answer(client, board["id"], "chance", games=20.0)
        assert job["data"]["policy"] == "random"  # no other plays it
        board = await begin(client, SPIDER)
        job = await answer(client, board["id"], "chance", games=1.0)
        assert job["data"]["policy"] == "fast"
        job = await answer(client, board["id"], "chance", games=1.0, policy="luck")
        assert job["state"] == "failed"
        assert "luck" in job["error"]

    with_client(ask)


def test_each_legal_move_in_the_same_worlds() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "5", "scorpion")
        jobs = await events(client, board["id"], "chances", games=64.0)
        told = [job["data"] for job in jobs if job["data"] is not None]
        assert told[-1]["games"] == 64
        assert {move["move"] for move in told[-1]["moves"]} <= set(board["legal"])
        for data in told:
            shares = [move["share"] for move in data["moves"]]
            assert shares == sorted(shares, reverse=True)
            assert all(move["worse"] == (move["less"]["interval"][0] > 0) for move in data["moves"])
        again = await events(client, board["id"], "chances", games=96.0)
        before = {move["move"]: move["worlds"] for move in told[-1]["moves"]}
        for move in again[-1]["data"]["moves"]:
            assert len(move["worlds"]) == 96
            assert move["worlds"].startswith(before[move["move"]])

    with_client(ask)


# --- pooled ------------------------------------------------------------------------------------------------


def test_games_are_pooled_and_shown_again() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SPIDER)
        first = (await answer(client, board["id"], "chance", games=20.0, **QUICK))["data"]
        told = await shown(client, board)
        assert told.get("wins", 0) == first["wins"]
        assert (told["games"], told["policy"], told["hidden"]) == (20, "random", 94)
        assert [told.get("low", 0.0), told["high"]] == first["interval"]
        more = (await answer(client, board["id"], "chance", games=35.0, **QUICK))["data"]
        assert (more["games"], (await shown(client, board))["games"]) == (35, 35)
        assert more["wins"] >= first["wins"]
        less = (await answer(client, board["id"], "chance", games=10.0, **QUICK))["data"]
        assert (less["games"], (await shown(client, board))["games"]) == (35, 35)

    with_client(ask)


def test_what_was_counted_is_there_when_the_game_is_loaded_again() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SPIDER)
        await answer(client, board["id"], "chance", games=20.0, **QUICK)
        save = (await client.get(f"/api/boards/{board['id']}/save")).json()["text"]
        again = await begin(client, save)
        assert again["id"] != board["id"]
        assert again["chances"][again["here"]]["games"] == 20
        reply = await client.post(f"/api/boards/{again['id']}/play", json={"move": again["legal"][0]})
        after = reply.json()
        assert list(after["chances"]) == [again["here"]]

    with_client(ask)


def test_what_is_taken_back_is_not_lost() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SPIDER)
        asked = {
            "question": "chance",
            "page": "p",
            "seconds": 600.0,
            "games": 1e5,
            "half_width": 1e-9,
            **QUICK,
        }
        job = (await client.post(f"/api/boards/{board['id']}/ask", json=asked)).json()
        job = await counting(client, job)
        assert job["state"] == "running"
        begun = job["seconds"]
        while job["seconds"] < begun + max(1.5, begun):  # some more games, on a busy machine too
            await asyncio.sleep(0.1)
            job = {**(await client.get(f"/api/jobs/{job['id']}")).json(), "data": job["data"]}
        ended = (await client.delete(f"/api/jobs/{job['id']}")).json()
        assert ended["state"] == "cancelled"
        assert (await shown(client, board))["games"] >= job["data"]["games"]
        easy = await begin(client, "617", "freecell")  # the worker is free at once
        assert (await answer(client, easy["id"], "verdict"))["state"] == "done"
        assert (await shown(client, board))["games"] > job["data"]["games"]

    with_client(ask)


@pytest.mark.parametrize("let_go", [1.0, 0.0], ids=["asked", "killed"])
def test_a_count_gives_way_to_whoever_waits(monkeypatch: pytest.MonkeyPatch, let_go: float) -> None:
    """With one worker: a question of another page is answered, and the count goes on with all that it had, in
    time as well, also where the worker does not let go soon enough and is killed."""
    monkeypatch.setattr(jobs, "_LET_GO", let_go)

    async def ask(client: Client) -> None:
        board = await begin(client, "5", "scorpion")
        asked = {"question": "chance", "page": "p", "seconds": 600.0, "games": 1e5, "half_width": 1e-6}
        job = (await client.post(f"/api/boards/{board['id']}/ask", json=asked)).json()
        await counting(client, job)
        easy = await begin(client, "617", "freecell")
        assert (await answer(client, easy["id"], "verdict", page="q"))["state"] == "done"
        before = (await client.get(f"/api/jobs/{job['id']}")).json()
        assert before["state"] in ("queued", "running")
        assert before["data"]["games"] > 0
        assert before["seconds"] >= 2
        now = before
        while now["data"]["games"] == before["data"]["games"]:  # until the next look
            assert now["state"] in ("queued", "running")
            assert now["seconds"] >= before["seconds"]
            await asyncio.sleep(0.05)
            now = (await client.get(f"/api/jobs/{job['id']}")).json()
        assert now["data"]["games"] > before["data"]["games"]
        await client.delete(f"/api/jobs/{job['id']}")

    with_client(ask)


def test_a_pool_only_grows_and_keeps_no_more_than_it_may() -> None:
    game: Any = get_game("spider")
    pool = Pool(most=2, most_moves=1)
    looks = [look_of(game, game.deal(number)) for number in (1, 2, 3)]
    pool.learn(looks[0], {"policy": "fast", "wins": 4, "games": 20})
    pool.learn(looks[0], {"policy": "fast", "wins": 2, "games": 10})
    pool.learn(looks[0], {"policy": "best", "wins": 9, "games": 10})
    told = pool.told(looks[0])
    assert told is not None
    assert (told.policy, told.wins, told.games) == ("fast", 4, 20)
    for look in looks[:2]:
        pool.learn(look, {"policy": "fast", "games": 2, "moves": [{"move": "37", "worlds": "01"}]})
    assert pool.so_far(looks[0], "fast") == {"wins": 4, "games": 20, "worlds": {}}
    assert pool.so_far(looks[1], "fast")["worlds"] == {"37": "01"}
    pool.learn(looks[2], {"policy": "fast", "wins": 1, "games": 1})
    assert pool.told(looks[0]) is None
    assert pool.told(looks[1]) is None  # no game but those of its moves
    assert pool.so_far(looks[1], "fast")["worlds"] == {"37": "01"}


# --- certain -----------------------------------------------------------------------------------------------


def test_a_won_game_and_a_lost_one_are_certain_at_once() -> None:
    lost = """Runs: C-1 D-2 H-2 S-1
Column 1: 6S 5S 4S 3S 2S AS
Column 2:
Column 3:
Column 4:
Column 5:
Column 6:
Column 7:
Column 8:
Column 9:
Column 10:
Row 1: ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
Row 2: ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
"""

    async def ask(client: Client) -> None:
        board = await begin(client, lost, "spider")
        told = board["chances"][board["here"]]
        assert told["sure"] == "lost"
        assert told["why"].startswith("6 cards on the table can never fill 10 columns")
        job = await answer(client, board["id"], "chance")
        assert (job["data"]["sure"], job["data"]["why"]) == ("lost", [told["why"]])
        columns = "".join(f"Column {number}:\n" for number in range(1, 11))
        done = await begin(client, f"Runs: C-2 D-2 H-2 S-2\n{columns}", "spider")
        assert (done["outcome"], done["chances"][done["here"]]) == ("won", {"sure": "won"})

    with_client(ask)


# --- what is hidden ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("question", sorted(GO_ON))
def test_two_deals_that_look_the_same_get_the_same_answer(question: str) -> None:
    """What a worker answers, told of two true deals that their player cannot tell apart."""
    game: Any = get_game("spiderette")
    truth = game.deal(5)
    other = game.determinise(game.observe(truth), Random(8))
    assert game.key(other) != game.key(truth)
    games = 10.0 if question == "chance" else 2.0
    asked = Asked(question, "p", games=games, policy="random")  # type: ignore[arg-type]
    answers, parts = [], []
    for position in (truth, other):
        told: list[Any] = []
        session = Session.load(Session(game, position).save())
        assert session.here.placed == position
        answers.append(
            GO_ON[question](session, asked, Limits(seconds=PATIENCE), CancelToken(), told.append, {})
        )
        parts.append(told)
    assert answers[0] == answers[1]
    assert parts[0] == parts[1] != []
    assert look_of(game, truth) == look_of(game, other)


def test_no_hidden_card_is_in_an_answer() -> None:
    game = get_game("spider")
    setup = game.setup(game.deal(5))
    tops = {str(column[-1]) for column in setup.columns}

    async def ask(client: Client) -> None:
        board = await begin(client, SPIDER)
        for question in sorted(GO_ON):
            jobs = await events(client, board["id"], question, games=2.0, **QUICK)
            assert set(re.findall(r"\b[A2-9TJQK][CDHS]\b", json.dumps(jobs))) <= tops

    with_client(ask)


@pytest.mark.parametrize("question", sorted(GO_ON))
@pytest.mark.parametrize("name", ["freecell", "pyramid"])
def test_a_game_with_all_cards_known_has_no_chance(question: str, name: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "5", name)
        assert board["hides"] == (name == "pyramid")
        job = await answer(client, board["id"], question)
        assert job["state"] == "failed"
        assert "nothing is hidden in this game of" in job["error"]
        assert "\n" not in job["error"]

    with_client(ask)


# --- Pyramid, which is played open unless it is not --------------------------------------------------------


def test_pyramid_may_be_played_unseen() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "5", "pyramid", unseen=True)
        assert (board["unseen"], board["deal"]) == (True, "ms:5")
        job = await answer(client, board["id"], "chance", games=20.0, policy="greedy")
        assert (job["data"]["games"], job["data"]["hidden"]) == (20, 23)
        job = await answer(client, board["id"], "chances", games=20.0, policy="greedy")
        assert {move["move"] for move in job["data"]["moves"]} <= set(board["legal"])
        for body in ({"open_cards": True}, {"game": "freecell"}):
            given = {"text": "5", "game": "pyramid", "unseen": True, **body}
            assert (await client.post("/api/boards", json=given)).status_code == 422

    with_client(ask)


@pytest.mark.parametrize("game", ["pyramid", ""])
def test_a_pyramid_with_unknown_cards_is_played_unseen(game: str) -> None:
    text = write_position(get_game("pyramid"), Session.of_deal(get_game("pyramid"), 5, unseen=True).known)
    assert "??" in text

    async def ask(client: Client) -> None:
        board = await begin(client, text, game)
        assert (board["unseen"], board["game"]) == (True, "pyramid")
        job = await answer(client, board["id"], "chance", games=10.0, policy="greedy")
        assert job["data"]["games"] == 10
        whole = write_position(get_game("pyramid"), get_game("pyramid").setup(get_game("pyramid").deal(5)))
        assert not (await begin(client, whole, game))["unseen"]

    with_client(ask)


@pytest.mark.parametrize(("name", "value"), [("half_width", 0.0), ("half_width", 2.0), ("games", 1e9)])
def test_wrong_limits_are_named(name: str, value: float) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, SPIDER)
        asked = {"question": "chance", "page": "p", name: value}
        reply = await client.post(f"/api/boards/{board['id']}/ask", json=asked)
        assert reply.status_code == 422
        assert reply.json()["error"]["what"].startswith(f"{name} is ")

    with_client(ask)
