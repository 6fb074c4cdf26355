"""The routes of watching a search, and the answer to it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from winnable.registry import get_game
from winnable.search.api import EVENT_KINDS

from .serving import Client, answer, begin, with_client

OPEN = "spider:suits=1"


def test_a_board_says_which_searches_it_has() -> None:
    async def ask(client: Client) -> None:
        names = {}
        for game, deal in (("freecell", "1"), ("pyramid", "1"), ("undead", "1")):
            board = await begin(client, deal, game)
            reply = await client.get(f"/api/boards/{board['id']}/searches")
            assert reply.status_code == 200, reply.text
            names[game] = {entry["name"]: entry for entry in reply.json()["searches"]}
            named = reply.json()["named"]
            assert ("student_v1" in named) == (game == "freecell")
        assert {"breadth_first", "depth_first", "astar", "ida_star", "beam"} <= set(names["freecell"])
        assert names["pyramid"]["thesis"]["own"]
        assert names["undead"]["tightened"]["own"]
        options = {option["name"]: option for option in names["freecell"]["astar"]["options"]}
        assert options["autoplay"]["choices"] == ["none", "horne", "safe", "max"]
        assert names["freecell"]["astar"]["default_heuristic"]
        assert "heuristic" not in {option["name"] for option in names["freecell"]["depth_first"]["options"]}

    with_client(ask)


def test_a_trace_is_of_the_place_where_one_is() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        await client.post(f"/api/boards/{board['id']}/play", json={"move": board["legal"][0]})
        asked = {"algorithm": "greedy", "options": {"heuristic": "student_v1"}, "nodes": 500.0}
        job = await answer(client, board["id"], "trace", **asked)
        assert job["state"] == "done", job
        data = job["data"]
        assert data["result"]["stats"]["expanded"] == data["counts"]["expand"] == 500
        assert data["result"]["reason"] == "nodes"
        named = get_game("freecell").family.features
        assert named is not None
        assert data["heuristic"] == str(named().named()["student_v1"])
        assert len(json.dumps(data)) < 2_000_000
        last = data["events"]["node"][-1]
        line: list[str] = []
        node = last
        while node > 0:
            line[:0] = data["nodes"]["moves"][node].split()
            node = data["nodes"]["parent"][node]
        body = {"place": job["place"], "moves": " ".join(line)}
        seen = await client.post(f"/api/boards/{board['id']}/look", json=body)
        assert seen.status_code == 200, seen.text
        before = (await client.get(f"/api/boards/{board['id']}")).json()
        assert before["here"] == job["place"]
        assert before["scene"] != seen.json()["scene"]
        one = f"/api/boards/{board['id']}"
        added = (await client.post(f"{one}/line", json={"moves": line})).json()
        end = added["here"]
        for _ in line:
            place = next(place for place in added["tree"] if place["id"] == end)
            end = place["children"][0]
        assert (await client.post(f"{one}/goto", json={"place": end})).json()["scene"] == seen.json()["scene"]

    with_client(ask)


def test_a_line_that_cannot_be_made_is_refused() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        one = f"/api/boards/{board['id']}"
        for moves, says in (
            (f"{board['legal'][0]} 9z", "move 2 of the line, '9z'"),
            ("a " * 10_001, "10001 moves"),
        ):
            reply = await client.post(f"{one}/look", json={"place": board["here"], "moves": moves})
            assert reply.status_code == 422
            assert says in reply.json()["error"]["what"]
        reply = await client.post(f"{one}/look", json={"place": "77", "moves": ""})
        assert "no such place" in reply.json()["error"]["what"]
        assert (await client.get(one)).json() == board

    with_client(ask)


def test_nothing_is_searched_where_cards_are_hidden() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "1", "spider")
        one = f"/api/boards/{board['id']}"
        assert (await client.get(f"{one}/searches")).json()["searches"] == []
        job = await answer(client, board["id"], "trace", algorithm="depth_first", nodes=100.0)
        assert job["state"] == "failed"
        assert "played unseen" in job["error"]
        assert job.get("data") is None
        for moves in ("", "12"):
            reply = await client.post(f"{one}/look", json={"place": board["here"], "moves": moves})
            assert reply.status_code == 422
            assert "played unseen" in reply.json()["error"]["what"]
        opened = await begin(client, "1", OPEN, open_cards=True)
        job = await answer(client, opened["id"], "trace", algorithm="depth_first", nodes=100.0)
        assert job["state"] == "done"

    with_client(ask)


def test_a_search_that_is_none_is_refused_in_words() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "1", "freecell")

        async def error(**more: Any) -> str:
            job = await answer(client, board["id"], "trace", **more)
            assert job["state"] == "failed"
            return str(job["error"])

        assert "has no search 'thesis'" in await error(algorithm="thesis")
        assert "takes no option 'beam_width'" in await error(algorithm="astar", options={"beam_width": "2"})
        assert "needs" not in await error(algorithm="")
        body = {"question": "trace", "page": "p", "algorithm": "astar", "nodes": -1.0}
        reply = await client.post(f"/api/boards/{board['id']}/ask", json=body)
        assert reply.status_code == 422
        assert "nodes is -1" in reply.json()["error"]["what"]

    with_client(ask)


def test_large_answers_are_forgotten_before_they_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("winnable.web.jobs._MOST_HELD", 400_000)

    async def ask(client: Client) -> None:
        board = await begin(client, "1", "freecell")
        jobs = [
            await answer(client, board["id"], "trace", algorithm="breadth_first", nodes=400.0)
            for _ in range(6)
        ]
        assert all(job["state"] == "done" for job in jobs)
        assert len(jobs[0]["data"]["kinds"]) == len(EVENT_KINDS)
        kept = [(await client.get(f"/api/jobs/{job['id']}")).status_code for job in jobs]
        assert kept == sorted(kept, reverse=True)
        assert (kept[0], kept[-1]) == (404, 200)

    with_client(ask)
