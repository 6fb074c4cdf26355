"""Taking a game off the page, and moves onto it: texts in every form, pictures, solutions, lists of moves."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

from registered import some_registered_names, start_of
from winnable.registry import get_game
from winnable.session import Session
from winnable.text.solution import parse_solution, replay
from winnable.text.solution_text import Style
from won_lines import before_the_end, won_lines

from .conftest import data_of
from .serving import Client, answer, begin, with_client


async def post(client: Client, path: str, body: Any, status: int = 200) -> Any:
    reply = await client.post(path, json=body)
    assert reply.status_code == status, reply.text
    return reply.json()


@pytest.mark.parametrize("name", some_registered_names())
def test_a_solution_in_every_notation_wins(name: str) -> None:
    moves = won_lines()[name][1][-8:]
    game, position = get_game(name), before_the_end(name, 8)
    save = Session(game, position, open_cards=True).save()

    async def ask(client: Client) -> None:
        board = await begin(client, save)
        written = await post(client, f"/api/boards/{board['id']}/solution", {"text": " ".join(moves)})
        forms = {form["name"]: form for form in written["forms"]}
        assert list(forms) == [style.value for style in Style]
        texts = {style: form["text"] for style, form in forms.items() if "text" in form}
        assert {"moves", "words"} <= set(texts)
        for style, text in texts.items():
            if style == "boards":  # only some families read back what was on the way
                continue
            played = replay(game, position, parse_solution(text, None, game))
            assert played.broken is None, style
            assert game.outcome(played.positions[-1]) == "won", style

    with_client(ask)


def test_a_line_that_cannot_be_played_is_none() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        at = f"/api/boards/{board['id']}"
        assert (
            "move 2 cannot be made"
            in (await post(client, f"{at}/solution", {"text": "1a 1h"}, 422))["error"]["what"]
        )
        assert "no moves here" in (await post(client, f"{at}/solution", {"text": ""}, 422))["error"]["what"]
        long = (await post(client, f"{at}/moves", {"text": "1a a1 " * 3000}, 422))["error"]
        assert (long["what"], long["expected"]) == ("a list of 6000 moves", "at most 5000")
        spider = await begin(client, "1", "spider")
        unseen = await post(client, f"/api/boards/{spider['id']}/solution", {"text": "deal"}, 422)
        assert "every card" in unseen["error"]["what"]

    with_client(ask)


# --- moves that are pasted ----------------------------------------------------------------------------------


def test_moves_are_made_from_here() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        at = f"/api/boards/{board['id']}"
        solved = await answer(client, board["id"], "solution")
        half = solved["data"]["moves"][:40]
        listed = "\n".join(f"{i}. {move}" for i, move in enumerate(half, 1))
        made = await post(client, f"{at}/moves", {"text": listed})
        assert len(made["tree"]) == 41
        assert made["here"] == made["tree"][-1]["id"]
        rest = await post(client, f"{at}/moves", {"text": " ".join(solved["data"]["moves"][40:])})
        assert rest["outcome"] == "won"
        wrong = await post(client, f"{at}/moves", {"text": "26"}, 422)
        assert "cannot be made" in wrong["error"]["what"]
        assert (await client.get(at)).json()["here"] == rest["here"]

    with_client(ask)


@pytest.mark.parametrize(
    ("game", "deal", "file"),
    [
        ("freecell", "617", "fc-solve-m"),
        ("freecell", "617", "fc-solve-msnx"),
        ("freecell", "617", "fc-solve-pt"),
        ("eight_off", "30", "fc-solve-eight_off-30-msnx"),
        ("simple_simon", "2", "fc-solve-simple_simon-2-m"),
    ],
)
def test_what_freecell_solver_prints_is_played(game: str, deal: str, file: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, deal, game)
        text = data_of(f"freecell/{file}.txt")
        assert (await post(client, f"/api/boards/{board['id']}/moves", {"text": text}))["outcome"] == "won"

    with_client(ask)


def test_a_filled_board_of_undead_is_played() -> None:
    async def ask(client: Client) -> None:
        sample = "4x4:3,4,2,LbRaLcRaRLaRa,0,3,3,0,2,1,1,0,0,1,3,0,0,0,2,3"
        board = await begin(client, sample)
        filled = "\\vv/\nv\\gz\ng/z/\n\\v/v\n".replace("\\v/v", "\\v/g")
        done = await post(client, f"/api/boards/{board['id']}/moves", {"text": filled})
        assert done["outcome"] == "won"

    with_client(ask)


# --- texts and pictures -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", some_registered_names())
def test_a_picture_of_each_game(name: str) -> None:
    async def ask(client: Client) -> None:
        start = won_lines()[name][0]
        save = Session(get_game(name), start_of(get_game(name))(start), open_cards=True).save()
        board = await begin(client, save)
        pictures = set()
        for look in ({}, {"dark": True}, {"four_colours": True}):
            svg = (await post(client, f"/api/boards/{board['id']}/picture", look))["text"]
            assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
            assert "http" not in svg.replace("http://www.w3.org/", "")
            pictures.add(svg)
        assert len(pictures) >= 2

    with_client(ask)


def test_nothing_of_a_game_played_unseen_shows_a_hidden_card() -> None:
    """The texts have as many unknown cards as lie hidden, and the picture no more faces than are seen."""

    async def ask(client: Client) -> None:
        board = await begin(client, "kpat:101", "spider")
        at = f"/api/boards/{board['id']}"
        forms = {form["name"]: form for form in (await client.get(f"{at}/forms")).json()["forms"]}
        assert forms["board"]["text"].count("??") == 44 + 50
        assert forms["json"]["text"].count("??") == 94
        assert forms["hand"]["text"].count("??") == 94
        open_board = await begin(client, "kpat:101", "spider", open_cards=True)
        shown = (await post(client, f"{at}/picture", {}))["text"]
        opened = (await post(client, f"/api/boards/{open_board['id']}/picture", {}))["text"]
        assert len(shown) < len(opened)

    with_client(ask)


def test_a_form_that_cannot_hold_the_position_says_so() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "1", "pyramid")
        at = f"/api/boards/{board['id']}"
        await post(client, f"{at}/play", {"move": "draw"})
        forms = {form["name"]: form for form in (await client.get(f"{at}/forms")).json()["forms"]}
        assert "not the start of a deal" in forms["flat"]["why"]
        assert "text" not in forms["flat"]
        assert forms["board"]["text"].startswith(" ")

    with_client(ask)
