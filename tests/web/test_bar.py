"""What the verdict bar is told: counters while a search runs, its place in the queue, what was searched, and
how answers spread and get better."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from sizes import PATIENCE
from winnable._core import CancelToken
from winnable.registry import get_game
from winnable.search.api import Limits
from winnable.session import Session
from winnable.web.answers import ANSWERS
from winnable.web.jobs import Jobs
from winnable.web.wire import Asked

from .serving import Client, answer, begin, ended, run, with_client

LONG = {"question": "shorter", "seconds": PATIENCE}  # goes on until it is stopped


async def post(client: Client, path: str, body: Any = None, status: int = 200) -> Any:
    reply = await client.post(path, json=body) if body is not None else await client.post(path)
    assert reply.status_code == status, reply.text
    return reply.json()


async def ask(client: Client, board: str, page: str = "p", **body: Any) -> dict[str, Any]:
    job: dict[str, Any] = await post(client, f"/api/boards/{board}/ask", {"page": page, **body})
    return job


async def seen(client: Client, job: dict[str, Any], until: Any) -> list[dict[str, Any]]:
    """The states of a question from now on, until one is as wanted."""
    states: list[dict[str, Any]] = []
    end = asyncio.get_running_loop().time() + PATIENCE
    while not states or not until(states[-1]):
        assert asyncio.get_running_loop().time() < end, states[-1]
        await asyncio.sleep(0.05)
        states.append((await client.get(f"/api/jobs/{job['id']}")).json())
    return states


def test_counters_grow_while_a_search_runs_and_stopping_it_keeps_what_it_has() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        job = await ask(client, board["id"], **LONG)
        states = [job]
        for more in (1, 1, 50_000):  # by then a first win is found
            least = states[-1]["nodes"] + more
            states += await seen(client, job, lambda state, least=least: state["nodes"] >= least)
        running = [state for state in states if state["state"] == "running"]
        counted = [(state["seconds"], state["nodes"]) for state in running]
        assert counted == sorted(counted)
        assert max(state["megabytes"] for state in running) > 1
        await post(client, f"/api/jobs/{job['id']}/stop")
        last = (await seen(client, job, lambda state: state["state"] == "done"))[-1]
        assert last["nodes"] >= running[-1]["nodes"]
        assert last["megabytes"] > 1  # what was held before it ended
        told = (await client.get(f"/api/boards/{board['id']}")).json()["known"][board["here"]]
        assert told["verdict"] == "solved"
        assert (told["length"], told["expanded"]) == (last["data"]["length"], last["nodes"])
        assert "limit_seconds" not in told  # it was broken off
        assert told["seconds"] > 0

    with_client(test)


def test_a_search_that_is_stopped_before_it_begins_is_taken_back() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        running = await ask(client, board["id"], "p", **LONG)
        waiting = await ask(client, board["id"], "q", **LONG)
        assert (await post(client, f"/api/jobs/{waiting['id']}/stop"))["state"] == "cancelled"
        await post(client, f"/api/jobs/{running['id']}/stop")
        await seen(client, running, lambda state: state["state"] == "done")

    with_client(test)


def test_who_waits_hears_that_the_queue_gets_shorter() -> None:
    async def test() -> None:
        jobs = Jobs(1)  # not started: the questions are taken out by hand
        first, second, third = [await jobs.ask("b", "0", "", Asked("verdict", page)) for page in "pqr"]
        for leave, ahead in ((jobs._next, [0, 1, 2]), (lambda: jobs.cancel(second), [0, 0, 1])):
            heard = asyncio.create_task(third.news(third.version))
            left = leave()
            if asyncio.iscoroutine(left):
                assert await left is first
            await asyncio.wait_for(heard, PATIENCE)
            assert [jobs.job(asking).ahead for asking in (first, second, third)] == ahead

    run(test())


def test_the_limits_of_the_server_are_told() -> None:
    async def test(client: Client) -> None:
        most = (await client.get("/api/most")).json()
        assert most == {"seconds": 3600, "megabytes": 4000}
        board = await begin(client, "617", "freecell")
        over = {"question": "verdict", "page": "p", "seconds": most["seconds"] * 4}
        error = await post(client, f"/api/boards/{board['id']}/ask", over, 422)
        assert "at most 3600" in error["error"]["expected"]

    with_client(test)


@pytest.mark.parametrize(
    ("deal", "more", "verdict"),
    [("617", {}, "solved"), ("11982", {}, "unsolvable"), ("11982", {"seconds": 0.01}, "unknown")],
)
def test_every_verdict_names_what_was_searched(deal: str, more: Any, verdict: str) -> None:
    async def test(client: Client) -> None:
        board = await begin(client, deal, "freecell")
        asked = {"question": "verdict", "page": "p", "megabytes": 500.0, **more}
        await ended(client, f"/api/boards/{board['id']}/ask", asked)
        told = (await client.get(f"/api/boards/{board['id']}")).json()["known"][board["here"]]
        assert told["verdict"] == verdict
        assert told["expanded"] > 0
        assert told["seconds"] > 0
        assert (told["limit_seconds"], told["limit_megabytes"]) == (more.get("seconds", 10), 500)
        assert ("stopped_by" in told) == (verdict == "unknown")

    with_client(test)


def test_a_longer_search_is_kept_and_a_shorter_one_takes_nothing_away() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "11982", "freecell")
        at, told = f"/api/boards/{board['id']}", []
        for seconds in (0.001, 10.0, 0.001):
            await answer(client, board["id"], "verdict", seconds=seconds, megabytes=100.0)
            told.append((await client.get(at)).json()["known"][board["here"]])
        ranks = [(entry["verdict"] != "unknown", entry["expanded"], entry["limit_seconds"]) for entry in told]
        assert ranks[0] < ranks[1]
        assert ranks[1] == ranks[2]

    with_client(test)


def test_a_shorter_win_takes_the_place_of_a_longer_one() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "ms:3", "pyramid", open_cards=True)
        assert board["shortens"] is True
        at = f"/api/boards/{board['id']}"
        await answer(client, board["id"], "verdict")
        first = (await client.get(at)).json()["known"][board["here"]]
        await answer(client, board["id"], "shorter")
        second = (await client.get(at)).json()["known"][board["here"]]
        assert second["length"] < first["length"]
        assert ("shortest" in first, second["shortest"]) == (False, True)
        await answer(client, board["id"], "verdict")
        assert (await client.get(at)).json()["known"][board["here"]] == second

    with_client(test)


@pytest.mark.parametrize("question", ["hint", "verdicts"])
def test_the_win_of_another_answer_is_known_to_the_bar(question: str) -> None:
    """It went on telling of the longer one."""

    async def test(client: Client) -> None:
        board = await begin(client, "ms:3", "pyramid", open_cards=True)
        at = f"/api/boards/{board['id']}"
        await answer(client, board["id"], "verdict")
        first = (await client.get(at)).json()["known"][board["here"]]
        job = await answer(client, board["id"], question)
        second = (await client.get(at)).json()["known"][board["here"]]
        length = job["data"]["length"] if question == "hint" else job["data"]["moves"][0]["length"]
        assert (second["length"], second["shortest"]) == (length, True)
        assert length < first["length"]
        again = await answer(client, board["id"], "hint")
        assert again["data"]["length"] == length

    with_client(test)


def test_a_hint_tells_of_no_longer_win_than_the_bar() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        at = f"/api/boards/{board['id']}"
        job = await ask(client, board["id"], **LONG)
        first = await seen(client, job, lambda state: state["nodes"] > 50_000)  # by then a first win is found
        await post(client, f"/api/jobs/{job['id']}/stop")
        await seen(client, first[-1], lambda state: state["state"] == "done")
        known = (await client.get(at)).json()["known"][board["here"]]
        hint = await answer(client, board["id"], "hint", seconds=0.01)
        assert hint["data"]["length"] == known["length"]

    with_client(test)


def test_what_is_told_to_lose_is_known_to_the_bar_where_it_leads() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "5", "pyramid", open_cards=True)
        job = await answer(client, board["id"], "verdicts")
        (lost,) = [row["move"] for row in job["data"]["moves"] if row["verdict"] == "unsolvable"]
        after = await post(client, f"/api/boards/{board['id']}/play", {"move": lost})
        assert after["known"][after["here"]]["verdict"] == "unsolvable"

    with_client(test)


@pytest.mark.parametrize(("text", "game"), [("ms:1", "spider"), ("4x4:1", "undead")])
def test_where_no_shorter_win_can_be_looked_for_that_is_said(text: str, game: str) -> None:
    async def test(client: Client) -> None:
        start = Session.of_deal(get_game(game), text if game == "spider" else 1, open_cards=True).save()
        board = await begin(client, start)
        assert board["shortens"] is False
        job = await answer(client, board["id"], "shorter")
        assert job["state"] == "failed"
        assert "no solver that looks for shorter wins" in job["error"]

    with_client(test)


def test_a_verdict_is_that_of_the_game_under_its_autoplay() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "1941", "freecell", autoplay="max")
        at = f"/api/boards/{board['id']}"
        await answer(client, board["id"], "verdict")
        lost = (await client.get(at)).json()
        assert lost["known"][board["here"]]["verdict"] == "unsolvable"
        other = await post(client, f"{at}/autoplay", {"autoplay": "safe"})
        assert other["known"] == {}
        await answer(client, board["id"], "verdict")
        assert (await client.get(at)).json()["known"][board["here"]]["verdict"] == "solved"
        back = await post(client, f"{at}/autoplay", {"autoplay": "max"})
        assert back["known"] == lost["known"]

    with_client(test)


def test_an_answer_is_filed_under_the_autoplay_of_its_question() -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "1941", "freecell", autoplay="max")
        at = f"/api/boards/{board['id']}"
        job = await ask(client, board["id"], question="verdict")
        other = await post(client, f"{at}/autoplay", {"autoplay": "none"})
        assert other["known"] == {}
        await seen(client, job, lambda state: state["state"] == "done")
        assert (await client.get(at)).json()["known"] == {}

    with_client(test)


@pytest.mark.parametrize("autoplay", ["none", "safe", "max"])
def test_along_a_win_nothing_need_be_asked(autoplay: str) -> None:
    async def test(client: Client) -> None:
        board = await begin(client, "617", "freecell", autoplay=autoplay)
        at = f"/api/boards/{board['id']}"
        job = await answer(client, board["id"], "verdict")
        left = list(job["data"]["moves"])
        while left:
            board = await post(client, f"{at}/play", {"move": left[0]})
            del left[: len(board["tree"][-1]["moves"])]
            told = board["known"][board["here"]]
            assert (told["verdict"], told.get("length", 0)) == ("solved", len(left))
        assert board["outcome"] == "won"

    with_client(test)


def test_the_legal_moves_are_told_one_by_one() -> None:
    """At once where the first is decided, at most so often afterwards, and at the end all of them."""
    session = Session.of_deal(get_game("freecell"), 617)
    told: list[dict[str, Any]] = []
    asked = Asked(page="p", question="verdicts")
    answered = ANSWERS["verdicts"](session, asked, Limits(nodes=20_000), CancelToken(), told.append)
    assert told[0]["left"] > 0
    assert len(told[0]["moves"]) == 1
    assert told[-1]["left"] == 0
    assert len(told[-1]["moves"]) == len(answered["moves"]) > 5
    assert answered["left"] == 0
