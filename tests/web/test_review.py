"""Reviews over the API: they are told as they go on, spread over the board, and can be saved as a page."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from sizes import PATIENCE
from winnable.analysis.hint import observe
from winnable.analysis.scenes import scene_of
from winnable.cards import UNKNOWN
from winnable.families.spider.setup import SpiderSetup
from winnable.families.spider.words import card_words
from winnable.registry import get_game
from winnable.render.style import Style
from winnable.render.svg import svg_of
from winnable.session import Session
from winnable.web.boards import OpenBoard
from winnable.web.review_page import review_page

from .serving import Client, answer, begin, with_client

LOST = ("6b", "58", "4a", "83", "32", "3c", "3d", "65", "b6", "6b", "b6", "46")  # lost by the sixth move


def a_lost_game() -> Session[Any, Any]:
    """FreeCell 617, lost by the sixth move, with a side line that loses, too."""
    session = Session.of_deal(get_game("freecell"), 617)
    nodes = [session.play(text) for text in LOST]
    session.goto(nodes[3])
    session.play("8c")
    session.goto(nodes[-1])
    return session


def saved(*moves: str, game: str = "freecell", deal: str = "617", **options: Any) -> str:
    session = Session.of_deal(get_game(game), deal, **options)
    for text in moves:
        session.play(text)
    return session.save()


def test_a_review_names_the_move_that_lost_and_the_board_knows_it() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, saved(*LOST))
        line = [place["id"] for place in board["tree"]]
        job = await answer(client, board["id"], "review")
        assert (job["state"], job["data"]["text"]) == ("done", "Move 6, 3c, lost the game.")
        assert job["data"]["line"] == line
        (blunder,) = job["data"]["blunders"]
        assert blunder["place"] == line[6]
        assert blunder["why"][0].startswith("no short reason found")
        known = (await client.get(f"/api/boards/{board['id']}")).json()["known"]
        assert known == job["data"]["known"]
        assert [known[place]["verdict"] for place in line] == ["solved"] * 6 + ["unsolvable"] * 7
        at = f"/api/boards/{board['id']}"
        await client.post(f"{at}/goto", json={"place": line[5]})
        added = (await client.post(f"{at}/line", json={"moves": blunder["moves"]})).json()
        assert added["here"] == line[5]
        places = {place["id"]: place for place in added["tree"]}
        end = places[places[line[5]]["children"][1]]
        while end.get("children"):
            end = places[end["children"][0]]
        won = (await client.post(f"{at}/goto", json={"place": end["id"]})).json()
        assert won["outcome"] == "won"
        assert known[line[5]]["length"] == len(blunder["moves"])

    with_client(ask)


def test_a_review_is_told_as_it_goes_on() -> None:
    async def ask(client: Client) -> None:
        session = Session.of_deal(get_game("freecell"), 617)
        board = await begin(client, session.save())
        win = (await answer(client, board["id"], "solution"))["data"]["moves"]
        board = await begin(client, saved(*win[:30]))
        reply = await client.post(
            f"/api/boards/{board['id']}/ask", json={"question": "review", "page": "p", "seconds": PATIENCE}
        )
        text = (await client.get(f"/api/jobs/{reply.json()['id']}/events")).text
        phases = re.findall(r'"phase":"([^"]*)"', text)
        assert phases[-1] == ""
        assert any("places left" in phase for phase in phases)
        assert "news" not in text

    with_client(ask)


def test_what_the_board_knows_is_not_asked_again() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, saved(*LOST))
        assert (await answer(client, board["id"], "review"))["data"]["decisions"] > 0
        again = await answer(client, board["id"], "review")
        assert again["data"]["decisions"] == 0
        assert again["data"]["text"] == "Move 6, 3c, lost the game."

    with_client(ask)


def test_a_place_that_was_deleted_meanwhile_is_passed_over() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, saved(*LOST))
        at = f"/api/boards/{board['id']}"
        reply = await client.post(f"{at}/ask", json={"question": "review", "page": "p", "seconds": PATIENCE})
        await client.post(f"{at}/delete", json={"place": board["tree"][3]["id"]})
        text = (await client.get(f"/api/jobs/{reply.json()['id']}/events")).text
        assert '"state":"done"' in text
        board = (await client.get(at)).json()
        assert len(board["tree"]) == 3
        assert all(board["known"][place["id"]]["verdict"] == "solved" for place in board["tree"])

    with_client(ask)


def test_side_lines_are_listed_after_the_line() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, a_lost_game().save())
        job = await answer(client, board["id"], "review")
        found = [blunder["place"] for blunder in job["data"]["blunders"]]
        texts = {place["id"]: (place.get("moves") or [""])[0] for place in board["tree"]}
        assert [texts[place] for place in found] == ["3c", "8c"]
        assert found[0] in job["data"]["line"]
        assert found[1] not in job["data"]["line"]

    with_client(ask)


@pytest.mark.slow
def test_an_unseen_game_is_reviewed_by_chances() -> None:
    game = get_game("spider")
    session = Session.of_deal(game, 5)
    for _ in range(3):
        session.play(session.legal()[0])
    seen = {
        card_words(card.index)
        for node in session.root.all()
        for pile in scene_of(game, observe(game, node.placed)).piles
        for card in pile.cards
        if card != UNKNOWN
    }
    assert len(seen) < 20

    async def ask(client: Client) -> None:
        board = await begin(client, session.save())
        job = await answer(client, board["id"], "review", games=4.0)
        data = job["data"]
        assert (data["kind"], data["games"], len(data["chances"])) == ("chances", 4, 4)
        assert data["line"] == [place["id"] for place in board["tree"]]
        assert data["known"] == {}
        for place in data["chances"][1:]:
            assert set(place) >= {"fall", "choice", "interval", "revealed"}
            if not place["revealed"]:
                assert place["fall"] == place["choice"]
        page = (await client.get(f"/api/jobs/{job['id']}/page")).json()["text"]
        assert "chance of a win" in page
        told = set(re.findall(r"\w+ of (?:clubs|diamonds|hearts|spades)", str(job) + page))
        assert told
        assert told <= seen

    with_client(ask)


def test_the_board_before_a_costly_choice_shows_no_hidden_card() -> None:
    session = Session.of_deal(get_game("spider"), 5)
    session.play(session.legal()[0])
    opened = OpenBoard("x", session)
    line = [opened.number(node) for node in session.line()]
    fall = {"share": 0.3, "interval": [0.1, 0.5]}
    place = {"move": None, "words": "", "share": 0.5, "interval": [0.4, 0.6], "number": 0}
    data = {"kind": "chances", "line": line, "text": "", "lost_after": None, "why": []}
    data["chances"] = [place, {**place, "number": 1, "move": "x", "fall": fall, "choice": fall}]
    data["choices"] = [{"step": 1, "grade": "blunder", **fall}]
    page = review_page(opened, data)
    before = scene_of(session.game, observe(session.game, session.root.placed))
    assert svg_of(before, Style(width=64.0)).count("<path") <= page.count("<path")
    other = Session(session.game, swapped(session.root.placed), deal=session.deal)
    other.play(session.here.text)
    assert review_page(OpenBoard("x", other), data) == page


def swapped(position: Any) -> Any:
    """The same position with two face-down cards of a column in the place of each other."""
    game = get_game("spider")
    setup = game.setup(position)
    first = list(setup.columns[0])
    first[0], first[1] = first[1], first[0]
    columns = (first, *setup.columns[1:])
    return game.position(SpiderSetup(columns, setup.down, setup.stock, setup.runs))


def test_points_within_reach_are_told_where_a_game_has_them() -> None:
    moves = ("KS", "draw", "draw", "draw", "KH", "7C+6C", "draw", "JD+2S", "QD+AS")

    async def ask(client: Client) -> None:
        board = await begin(client, saved(*moves, game="pyramid", deal="3"))
        job = await answer(client, board["id"], "review")
        assert job["data"]["points"] == [1290] * 9 + [85]
        assert job["data"]["blunders"][0]["why"] == ["QD+AS loses: AD would be left without a partner"]
        page = (await client.get(f"/api/jobs/{job['id']}/page")).json()["text"]
        assert "points within reach" in page
        assert page.count("<td>1290</td>") == 9
        board = await begin(client, saved(*LOST))
        job = await answer(client, board["id"], "review")
        assert set(job["data"]["points"]) == {None}
        assert "points" not in (await client.get(f"/api/jobs/{job['id']}/page")).json()["text"]

    with_client(ask)


class _Tags(HTMLParser):
    """Every tag with its attributes, and whether they close."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str | None]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_a_review_is_saved_as_a_page() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, a_lost_game().save())
        job = await answer(client, board["id"], "review")
        page = (await client.get(f"/api/jobs/{job['id']}/page")).json()["text"]
        read = _Tags()
        read.feed(page)
        assert not read.open
        assert read.tags.count("svg") == 3  # the graph, and the board before each move that lost
        assert not {"script", "link", "img", "iframe", "object"} & set(read.tags)
        assert not [name for name, _ in read.attributes if name in ("src", "href") or name.startswith("on")]
        assert "Move 6, 3c, lost the game" in page
        assert "in a side line" in page
        for blunder in job["data"]["blunders"]:
            assert " ".join(blunder["moves"]) in page

    with_client(ask)


@pytest.mark.parametrize(
    ("game", "deal", "move", "verdict", "reason"),
    [
        ("freecell", "617", "6b", "solved", "it wins in"),
        ("freecell", "617", "3a", "unsolvable", "no line wins after it ("),
        ("pyramid", "3", "KS", "solved", ""),
    ],
)
def test_a_move_that_is_tried_is_judged(game: str, deal: str, move: str, verdict: str, reason: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, saved(move, game=game, deal=deal))
        data = (await answer(client, board["id"], "tried"))["data"]
        assert data["verdict"] == verdict
        assert reason in "; ".join(data["reasons"])
        assert data["reasons"]
        known = (await client.get(f"/api/boards/{board['id']}")).json()["known"]
        assert known[board["here"]]["verdict"] == verdict

    with_client(ask)


def test_there_is_no_move_to_judge_at_the_start() -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        job = await answer(client, board["id"], "tried")
        assert (job["state"], "no move to judge" in job["error"]) == ("failed", True)

    with_client(ask)


@pytest.mark.parametrize("question", ["verdict", "hint"])
def test_no_page_of_another_question(question: str) -> None:
    async def ask(client: Client) -> None:
        board = await begin(client, "617", "freecell")
        job = await answer(client, board["id"], question)
        reply = await client.get(f"/api/jobs/{job['id']}/page")
        assert reply.status_code == 422
        assert "no review" in reply.json()["error"]["what"]

    with_client(ask)


def test_words_of_a_page_are_escaped() -> None:
    """Nothing of a review is markup, whatever it says."""
    session = a_lost_game()
    opened = OpenBoard("x", session)
    line = [opened.number(node) for node in session.line()]
    nasty = "</p><script>alert(1)</script>&<b>"
    blunder = {"place": line[6], "why": [nasty], "moves": [nasty]}
    data = {"kind": "verdicts", "line": line, "text": nasty, "blunders": [blunder]}
    data |= {"detours": [{"place": line[2], "more": 5}], "guesses": [{"place": line[3], "words": nasty}]}
    page = review_page(opened, data)
    assert "<script" not in page
    assert page.count("&lt;script&gt;") == 4
