"""Choosing a game: every option and what it takes, deals that are looked for, presets, every format."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any
from urllib.parse import quote

import pytest

from registered import some_registered_names
from test_docs import table_with
from winnable._core import PairingRules, PatienceRules
from winnable.analysis.daily import candidates, daily_deal
from winnable.errors import InputError
from winnable.registry import families, game_names, get_game
from winnable.search.solvers import solve

from .conftest import data_of
from .serving import Client, begin, ended, with_client

SAMPLE = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"


async def found(client: Client, question: str, game: str, **more: Any) -> dict[str, Any]:
    """The last state of a search for a deal."""
    return await ended(client, "/api/find", {"question": question, "page": "p", "game": game, **more})


# --- options ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_each_option_takes_what_it_declares_or_is_refused_in_a_sentence(name: str) -> None:
    choices = get_game(name).family.choices()

    async def ask(client: Client) -> None:
        taken = 0
        for choice in choices:
            for value in choice.extremes():
                reply = await client.get(f"/api/games/{quote(f'{name}:{choice.name}={value}', safe='')}")
                if reply.status_code == 422:
                    said = reply.json()["error"]["what"]
                    assert said
                    assert "\n" not in said
                    assert len(said) < 200
                    assert " is not " not in said, f"{choice.name}={value} is declared, and not known: {said}"
                    continue
                assert reply.status_code == 200, reply.text
                game = reply.json()
                values = {option["name"]: option["value"] for option in game["options"]}
                assert values[choice.name] == value
                assert get_game(game["game"]).spelled == game["game"]
                taken += 1
        assert taken >= len(choices)

    with_client(ask)


@pytest.mark.parametrize("name", some_registered_names())
def test_every_option_is_there_with_its_value(name: str) -> None:
    async def ask(client: Client) -> None:
        chosen = (await client.get(f"/api/games/{quote(name, safe='')}")).json()
        game = get_game(name)
        assert chosen["game"] == name
        listed = [option["name"] for option in chosen["options"]]
        assert listed == [key for key in game.info.options if key != "variant"]
        for option in chosen["options"]:
            spelled = f"{name}{',' if ':' in name else ':'}{option['name']}={option['value']}"
            if option["value"]:
                assert get_game(spelled).rules == game.rules

    with_client(ask)


@pytest.mark.parametrize(
    ("game", "rules"), [("freecell", PatienceRules), ("pyramid", PairingRules), ("spider", PatienceRules)]
)
def test_options_are_the_rules_of_the_engine(game: str, rules: Any) -> None:
    choices = get_game(game).family.choices()
    assert {choice.name: choice.kind for choice in choices} == rules.types()
    for choice in choices:
        with pytest.raises(InputError) as caught:
            get_game(f"{game}:{choice.name}=no such word")
        if choice.kind == "word":
            assert f"one of {', '.join(choice.words)}" in str(caught.value)
        elif choice.kind == "number or word":
            assert str(caught.value).endswith(f"{choice.least} to {choice.most}, or {choice.words[0]}")
        elif choice.kind == "number":
            assert f"to {choice.most}" in str(caught.value)
            for beyond in (choice.least - 1, choice.most + 1):
                with pytest.raises(InputError):
                    get_game(f"{game}:{choice.name}={beyond}")


@pytest.mark.parametrize("game", ["freecell", "pyramid"])
def test_options_are_those_of_the_docs(game: str) -> None:
    written = {row["rule"]: row["values"] for row in table_with(f"{game}.md", "rule")}
    for choice in get_game(game).family.choices():
        if choice.kind == "number" and "-" in written[choice.name]:
            assert written[choice.name] == f"{choice.least}-{choice.most}"
        elif choice.kind == "word" and written[choice.name] != "the same":
            assert written[choice.name] == " ".join(choice.words)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("freecell:cells=9", "'9' is not a number from 0 to 8"),
        ("freecell:cells=2,cells_filled=3", "cells_filled: more than the game has cells"),
        ("freecell:leave=runs,foundation_return=true", "complete runs never come back"),
        ("pyramid:columns=4", "set passes=1"),
        ("undead:size=2x", "no size of a board"),
        ("undead:grade=tricky,technique=sighting", "no tricky puzzle can be solved by"),
        ("freecel", "unknown game 'freecel'"),
        ("freecell:", "no options after the colon"),
    ],
)
def test_rules_that_make_no_game_are_told(game: str, said: str) -> None:
    async def ask(client: Client) -> None:
        reply = await client.get(f"/api/games/{quote(game, safe='')}")
        assert reply.status_code == 422
        assert said in reply.json()["error"]["what"] + str(reply.json()["error"]["mend"])

    with_client(ask)


def test_a_game_with_rules_of_ones_own_is_played() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell:cells=3,columns=9")
        assert board["game"] == "freecell:cells=3,columns=9"
        assert sum(pile["role"] == "cell" for pile in board["scene"]["piles"]) == 3
        assert sum(pile["role"] == "tableau" for pile in board["scene"]["piles"]) == 9

    with_client(ask)


# --- deals that are looked for ------------------------------------------------------------------------------

# The same for everyone, for ever.
DAYS = {
    ("freecell", "2026-11-29"): "ms:789083",
    ("freecell", "2026-11-30"): "ms:4104",
    ("forecell", "2026-11-29"): "ms:273724",
    ("simple_simon", "2026-11-29"): "ms:149640",
    ("pyramid:hoyle", "2026-11-29"): "ms:401952",
    ("undead", "2026-11-29"): "seed:691872",
    ("spider", "2026-11-29"): "kpat:268161",
    ("spider:suits=1", "2026-11-29"): "kpat:56721",
}


@pytest.mark.parametrize(("game", "date"), DAYS)
def test_the_deal_of_a_day_never_changes(game: str, date: str) -> None:
    async def ask(client: Client) -> None:
        job = await found(client, "daily", game, date=date)
        assert job["state"] == "done", job
        assert job["data"]["deal"] == DAYS[game, date]
        board = await begin(client, job["data"]["deal"], game)
        assert (board["game"], board["deal"]) == (game, DAYS[game, date])

    with_client(ask)


def test_the_deal_of_a_day_is_the_first_candidate_that_can_be_won() -> None:
    game = get_game("forecell")
    first, second = (next(iterator) for iterator in [candidates(game, "2026-11-29")] for _ in "ab")
    assert solve(game, game.deal(first)).verdict == "unsolvable"
    assert daily_deal(game, "2026-11-29") == second
    with pytest.raises(InputError, match=r"'29\.11\.2026' is no date"):
        daily_deal(game, "29.11.2026")


def test_the_order_of_options_is_none_of_a_days_business() -> None:
    games = [get_game("freecell:cells=3,columns=7"), get_game("freecell:columns=7,cells=3")]
    assert len({next(candidates(game, "2026-11-29")) for game in games}) == 1
    assert next(candidates(games[0], "2026-11-29")) != next(candidates(get_game("freecell"), "2026-11-29"))


def test_a_winnable_deal_of_a_level() -> None:
    async def ask(client: Client) -> None:
        job = await found(client, "winnable", "pyramid", level="hard", dialect="pysol")
        assert job["state"] == "done", job
        data = job["data"]
        assert data["deal"].startswith("pysol:")
        assert data["level"] == "hard"
        assert data["tried"] >= 1
        game = get_game("pyramid")
        grader = game.family.grader()  # type: ignore[misc]
        assert grader.make(game).grade(game.deal(data["deal"])).level == "hard"

    with_client(ask)


def test_a_search_for_a_deal_tells_how_far_it_is_and_is_taken_back() -> None:
    async def ask(client: Client) -> None:
        body = {"question": "winnable", "page": "p", "game": "freecell:cells=0,columns=4", "most": 1e6}
        job = (await client.post("/api/find", json=body)).json()
        while not (job["data"] or {}).get("tried"):
            assert job["state"] in ("queued", "running"), job
            await asyncio.sleep(0.05)
            job = (await client.get(f"/api/jobs/{job['id']}")).json()
        assert (await client.delete(f"/api/jobs/{job['id']}")).json()["state"] == "cancelled"
        assert (await found(client, "winnable", "freecell"))["state"] == "done"  # the worker is free again

    with_client(ask)


def test_a_search_ends_at_its_limits() -> None:
    async def ask(client: Client) -> None:
        lost = "freecell:cells=0,columns=4"
        few = await found(client, "winnable", lost, most=3.0)
        assert (few["state"], few["error"]) == (
            "failed",
            "none of 3 deals can be won; look on, or ask for less",
        )
        late = await found(client, "winnable", lost, seconds=0.5, most=1e6)
        assert late["state"] == "failed"
        assert late["error"].startswith("none of ")
        level = await found(client, "winnable", "spider", level="hard")
        assert "has no levels of difficulty" in level["error"]
        unknown = await found(client, "winnable", "pyramid", dialect="kpat")
        assert "has no deals of this kind" in unknown["error"]
        none = await found(client, "puzzle", "freecell")
        assert "has no generator of puzzles" in none["error"]

    with_client(ask)


def test_of_a_game_played_unseen_nothing_but_the_number_is_told() -> None:
    async def ask(client: Client) -> None:
        job = await found(client, "winnable", "spider:suits=1")
        assert set(job["data"]) == {"game", "deal", "tried"}
        day = await found(client, "daily", "spider:suits=1", date="2026-11-29")
        assert set(day["data"]) == {"game", "deal", "tried"}

    with_client(ask)


def test_puzzles_are_made_as_asked() -> None:
    async def ask(client: Client) -> None:
        job = await found(client, "puzzle", "undead:size=5x5,grade=tricky", deal="seed:7")
        assert job["state"] == "done", job
        assert job["data"]["deal"] == "seed:7"
        assert job["data"]["grade"] == "tricky"
        board = await begin(client, job["data"]["deal"], job["data"]["game"])
        grid = board["scene"]["grid"]
        assert (grid["width"], grid["height"], board["deal"]) == (5, 5, "seed:7")
        hard = await found(client, "puzzle", "undead:size=30x30", deal="seed:1", seconds=0.3)
        assert hard["state"] == "failed"
        assert "is as asked" in hard["error"]
        refused = await client.post("/api/boards", json={"text": "seed:1", "game": "undead:size=30x30"})
        assert refused.status_code == 422
        assert "New game" in refused.json()["error"]["mend"]

    with_client(ask)


# --- presets ------------------------------------------------------------------------------------------------


def test_presets_begin() -> None:
    async def ask(client: Client) -> None:
        begun = 0
        for family in families().values():
            for game, presets in family.presets().items():
                chosen = (await client.get(f"/api/games/{quote(game, safe='')}")).json()
                assert [preset["name"] for preset in chosen["presets"] if preset["game"] == game] == [
                    preset.name for preset in presets
                ]
                board = await begin(client, "", game, preset=presets[-1].name)
                assert board["game"] == game
                begun += 1
        assert begun > 20
        reply = await client.post("/api/boards", json={"text": "", "game": "freecell", "preset": "hopeless"})
        assert "no preset of that name" in reply.json()["error"]["what"]

    with_client(ask)


def test_a_preset_of_a_game_played_unseen_does_not_show_its_cards() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "", "spider", preset="proved impossible")
        assert board["unseen"]
        for pile in board["scene"]["piles"]:
            assert all(card == "??" for card in pile.get("cards", [])[: pile.get("down", 0)])
        save = (await client.get(f"/api/boards/{board['id']}/save")).json()["text"]
        assert "start: sealed" in save
        assert not re.search(r"\b[2-9TJQKA][CDHS]\b", save)
        listing = (await client.get("/api/games/spider")).text
        assert "Qc" not in listing
        assert "QC" not in listing

    with_client(ask)


# --- every format -------------------------------------------------------------------------------------------

SAVED = "winnable game 1\ngame: freecell\nautoplay: safe\nstart: ms:617\nmoves:\n1. 4a 82 (6b 2c @) 6b\nend\n"
LOGGED = '{"game": "spider", "deal": "kpat:101", "policy": "fast", "seed": 7, "moves": ["20", "deal"]}\n'
SGT = """\
SAVEFILE:41:Simon Tatham's Portable Puzzle Collection
VERSION :1:1
GAME    :6:Undead
PARAMS  :3:4x4
CPARAMS :3:4x4
DESC    :51:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3
NSTATES :1:3
STATEPOS:1:3
MOVE    :10:g0;z0;D4,0
MOVE    :2:V1
"""


def deck(line: str) -> str:
    return next(row for row in data_of(line).splitlines() if row and not row.startswith("#"))


FORMATS = {
    "deal number": ("ms:617", "freecell", "freecell"),
    "deck": (data_of("freecell/flat-617.txt"), "freecell", "freecell"),
    "board with commas": (data_of("freecell/commas.txt"), "", "freecell"),
    "suit first": (data_of("freecell/suit-first.txt"), "", "freecell"),
    "old Macs": (data_of("freecell/cr-only-617.txt"), "", "freecell"),
    "rows": (data_of("freecell/rows-617.txt"), "", "freecell"),
    "rows of a game": (data_of("freecell/rows-617.txt"), "freecell", "freecell"),
    "deck of pyramid": (deck("pyramid/decks500.txt"), "pyramid", "pyramid"),
    "game ID": (SAMPLE, "", "undead"),
    "game ID of a file": (deck("undead/7x7dt.txt"), "", "undead"),
    "box drawing": (data_of("undead/faults/box-drawing-mirrors.txt"), "", "undead"),
    "save file": (SGT, "", "undead"),
    "saved game": (SAVED, "", "freecell"),
    "log": (LOGGED, "", "spider"),
    "thesis": (json.dumps(json.loads(data_of("pyramid/thesis.json"))["transcript"]), "", "pyramid"),
}


@pytest.mark.parametrize("kind", FORMATS)
def test_each_format_is_recognised(kind: str) -> None:
    text, game, expected = FORMATS[kind]

    async def ask(client: Client) -> None:
        board = await begin(client, text, game)
        assert board["game"] == expected
        if "617" in text or "rows" in kind or expected == "freecell":
            first = next(pile for pile in board["scene"]["piles"] if pile["name"] == "column 1")
            assert first["cards"][0] == "7D"
        if kind == "log":
            assert len(board["tree"]) == 3
            assert board["unseen"]
        if kind == "saved game":
            assert len(board["tree"]) == 6
            assert board["autoplay"] == "safe"

    with_client(ask)


SEEN = "".join(
    f"Column {i}: {' '.join(['??'] * (5 if i <= 4 else 4))} | {card}\n"
    for i, card in enumerate(["9H", "3C", "KD", "8H", "2C", "7S", "JD", "TS", "AC", "5D"], 1)
) + "".join(f"Row {i}: {' '.join(['??'] * 10)}\n" for i in range(1, 6))
PYRAMID_SEEN = """\
            9H
          KH  4C
        6S  JC  7C
      6H  7D  5C  5D
    KS  8C  3S  9S  2D
  8S  2S  7H  QH  TD  4H
JS  6D  AS  4D  3H  5S  9C
Stock: 3D ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ?? ??
"""


@pytest.mark.parametrize(
    ("text", "game", "expected"),
    [(SEEN, "", "spider"), (SEEN, "spider", "spider"), (PYRAMID_SEEN, "pyramid", "pyramid")],
)
def test_a_board_with_unknown_cards_is_played_unseen(text: str, game: str, expected: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, text, game)
        assert (board["game"], board["unseen"], board["deal"]) == (expected, True, "")
        shown = [card for pile in board["scene"]["piles"] for card in pile.get("cards", [])]
        assert shown.count("??") == text.count("??")

    with_client(ask)


@pytest.mark.parametrize("name", some_registered_names())
def test_each_form_of_each_game_comes_back(name: str) -> None:
    """What the page gives as text it takes as text."""

    async def ask(client: Client) -> None:
        start = SAMPLE if name == "undead" else "1"
        board = await begin(client, start, name, open_cards=True)
        forms = (await client.get(f"/api/boards/{board['id']}/forms")).json()["forms"]
        assert [form["name"] for form in forms] == list(get_game(name).family.forms())
        read = 0
        for form in forms:
            if "text" not in form:
                assert form["why"]
                continue
            again = await begin(client, form["text"], name, open_cards=True)
            assert again["scene"] == board["scene"], form["name"]
            read += 1
        assert read >= 2

    with_client(ask)


# --- nonsense -----------------------------------------------------------------------------------------------


async def refused(client: Client, text: str, game: str = "") -> dict[str, Any]:
    reply = await client.post("/api/boards", json={"text": text, "game": game})
    assert reply.status_code == 422, reply.text
    error: dict[str, Any] = reply.json()["error"]
    return error


def test_nonsense_is_told_which_formats_were_tried() -> None:
    async def ask(client: Client) -> None:
        error = await refused(client, "hello world\nhow are you")
        tried = {(one["games"], one["form"]): one["why"] for one in error["tried"]}
        assert tried["every game", "saved game"] == "it would begin with winnable game 1"
        assert tried["Undead", "save file of sgt-puzzles"] == "it would begin with SAVEFILE"
        assert {games for games, _ in tried} == {
            "every game",
            "FreeCell and games like it",
            "Pyramid",
            "Undead",
            "Spider and games like it",
        }
        assert all(why and "\n" not in why and len(why) < 200 for why in tried.values())

    with_client(ask)


def test_a_text_that_is_nearly_right_says_where_it_is_wrong() -> None:
    async def ask(client: Client) -> None:
        board = data_of("freecell/commas.txt").replace("7D", "XX", 1)
        error = await refused(client, board)
        assert "'XX'" in error["what"]
        assert error["where"]["line"]
        whys = {(one["games"], one["form"]): one["why"] for one in error["tried"]}
        assert "unknown card 'XX'" in whys["FreeCell and games like it", "board"]
        twice = await refused(client, data_of("freecell/flat-617.txt").replace("7D", "AD", 1), "freecell")
        assert {one["games"] for one in twice["tried"]} == {"every game", "FreeCell"}
        assert any("AD" in one["why"] for one in twice["tried"])

    with_client(ask)


def test_bad_logs_and_saves_say_what_is_wrong() -> None:
    async def ask(client: Client) -> None:
        assert "move 2 cannot be made" in (await refused(client, LOGGED.replace('"deal"]', '"99"]')))["what"]
        assert "several games" in (await refused(client, LOGGED + LOGGED))["what"]
        assert (await refused(client, "winnable game 7\n"))["what"] == "a save of version 7"
        cut = await refused(client, SAVED.removesuffix("end\n"))
        assert cut["where"]["line"]
        several = await refused(client, "1..3", "freecell")
        assert several["what"] == "this text holds several positions"

    with_client(ask)
