"""Sessions of every game: what a player sees, may take back, and is told."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from registered import registered_names
from sizes import PATIENCE
from winnable._core import CancelToken
from winnable.analysis.chances import Chances
from winnable.analysis.hint import hint, plays_unseen
from winnable.analysis.review import Review
from winnable.analysis.verdicts import move_verdicts
from winnable.cards import UNKNOWN
from winnable.errors import InputError
from winnable.families.spider.setup import SpiderSetup
from winnable.game import Outcome
from winnable.registry import get_game
from winnable.search.api import Limits, Verdict
from winnable.session import Session
from winnable.testing.hidden import hidden_cards
from winnable.text.solution import parse_solution
from won_lines import before_the_end, won_lines

UNSEEN = [name for name in (*registered_names(), "spider:suits=1") if plays_unseen(get_game(name))]


def random_play(session: Session[Any, Any], seed: int, most: int) -> None:
    rng = Random(seed)
    for _ in range(most):
        legal = session.legal()
        if not legal:
            return
        session.play(rng.choice(legal))


@pytest.mark.parametrize("name", registered_names())
def test_every_game_is_played_asked_about_and_saved(name: str) -> None:
    game = get_game(name)
    session = Session(game, before_the_end(name, 4), open_cards=True)
    limits = Limits(nodes=5000)
    assert session.verdict(limits=limits).verdict is Verdict.SOLVED
    for text in won_lines()[name][1][-4:]:
        assert text in session.legal()
        session.play(text)
    assert session.outcome is Outcome.WON
    assert session.verdict(limits=limits).data()["length"] == 0
    found = session.review(limits=limits)
    assert isinstance(found, Review)
    assert found.won
    again = Session.load(session.save())
    assert again.save() == session.save()
    assert again.view() == session.view()
    assert session.view().scene == session.scene()
    assert session.view().moves == tuple(won_lines()[name][1][-4:])


@pytest.mark.parametrize("name", UNSEEN)
def test_a_game_played_unseen_is_not_taken_back(name: str) -> None:
    session = Session.of_deal(get_game(name), 1)
    assert session.unseen
    random_play(session, 1, 6)
    first, here = session.root.children[0], session.here
    calls: list[Any] = [
        session.undo,
        lambda: session.goto(session.root),
        lambda: session.promote(first),
        lambda: session.delete(first),
    ]
    for call in calls:
        with pytest.raises(InputError, match=r"played unseen here: nothing is taken back") as caught:
            call()
        assert str(caught.value).count("\n") == 0
    assert session.here is here
    assert session.goto(here) is here
    with pytest.raises(InputError, match="nothing to make again"):
        session.redo()
    for ask in (session.verdict, session.move_verdicts, lambda: session.position):
        with pytest.raises(InputError, match="played unseen here, and"):
            ask()
    assert not session.view().may_go_back


@pytest.mark.parametrize("name", UNSEEN)
def test_a_view_holds_nothing_hidden(name: str) -> None:
    """Of worlds that look alike the views are the same to the byte, before and after the same quiet moves."""
    game = get_game(name)
    rng = Random(name)
    for deal in (1, 2):
        start = game.deal(deal)
        for _ in range(12):
            if legal := list(game.legal_moves(start)):
                start = game.play(start, rng.choice(legal))
        seen = game.observe(start)
        sessions = [Session(game, game.determinise(seen, Random(seed))) for seed in range(4)]
        assert len({hidden_cards(session.root.placed) for session in sessions}) > 1
        texts: list[str] = []
        for _ in range(3):
            views = [session.view() for session in sessions]
            assert len({pickle.dumps(view) for view in views}) == 1
            assert len({repr(view) for view in views}) == 1
            assert len({view.scene.text() for view in views}) == 1
            assert len({repr(session) for session in sessions}) == 1
            assert len({repr(session.here) for session in sessions}) == 1
            quiet = [text for text in sessions[0].legal() if _is_quiet(sessions[0], text)]
            if not quiet:
                break
            texts.append(rng.choice(quiet))
            for session in sessions:
                session.play(texts[-1])


def _is_quiet(session: Session[Any, Any], text: str) -> bool:
    game: Any = session.game
    after = game.play(session.here.placed, game.notation.parse(session.here.placed, text))
    return bool(game.unseen_cards(game.observe(after)) == game.unseen_cards(session.seen))


@pytest.mark.parametrize("name", UNSEEN)
def test_a_saved_game_in_progress_shows_no_hidden_card(name: str) -> None:
    game = get_game(name)
    dealt = Session.of_deal(game, "kpat:7")
    random_play(dealt, 2, 8)
    assert "start: kpat:7" in dealt.save()
    laid_out = Session(game, game.deal("kpat:7"))
    random_play(laid_out, 2, 8)
    text = laid_out.save()
    head, _, moves = text.partition("moves:")
    assert "start: sealed" in head
    board = head.partition("sealed")[2]
    assert not any(f"{rank}{suit} " in f"{board} " for rank in "A23456789TJQK" for suit in "CDHS")
    assert moves.split()[:-1] == dealt.save().partition("moves:")[2].split()[:-1]
    for session in (dealt, laid_out):
        again = Session.load(session.save())
        assert again.unseen
        assert again.here.placed == session.here.placed
        assert again.view() == session.view()
        assert pickle.loads(pickle.dumps(session)).save() == session.save()


def test_an_opened_game_goes_back() -> None:
    session = Session.of_deal(get_game("spider"), 5)
    random_play(session, 3, 10)
    session.comment("here")
    opened = session.opened()
    assert session.unseen
    assert not opened.unseen
    assert opened.position == session.here.placed
    assert opened.here.comment == "here"
    assert "cards: open" in opened.save()
    assert UNKNOWN not in {card for pile in opened.scene().piles for card in pile.cards}
    opened.undo()
    opened.play(opened.legal()[0])
    assert Session.load(opened.save()).view() == opened.view()


def test_cards_that_nobody_knows() -> None:
    game = get_game("spider")
    setup: SpiderSetup = game.setup(game.deal(3))
    columns = [
        (UNKNOWN,) * down + column[down:] for column, down in zip(setup.columns, setup.down, strict=True)
    ]
    unknown = SpiderSetup(columns, setup.down, [UNKNOWN] * len(setup.stock), setup.runs)
    session = Session.of_setup(game, unknown)
    known = Session.of_setup(game, setup)
    assert session.view() == known.view()
    text = session.save()
    assert "start: board" in text
    assert "??" in text
    assert Session.load(text).save() == text
    with pytest.raises(InputError, match="this move turns or deals a card that is unknown"):
        session.play("deal")
    assert session.here is session.root
    assert not session.root.children
    assert session.hint() == known.hint()
    with pytest.raises(InputError, match="cards of this position are unknown"):
        session.opened()
    with pytest.raises(InputError, match="an unknown card"):
        Session.of_setup(game, unknown, open_cards=True)


def test_answers_are_those_of_the_flows() -> None:
    game = get_game("freecell")
    session = Session.of_deal(game, 617)
    random_play(session, 1, 5)
    limits = Limits(nodes=2000)
    table = session.move_verdicts(limits=limits)
    assert table == move_verdicts(game, session.position, limits=limits)
    assert [row["move"] for row in table.data()] == [row.move_text for row in table]
    assert len(table.text().splitlines()) == len(table)
    every = session.move_verdicts(limits=limits, every=True)
    assert sorted(row.move_text for row in every) == sorted(session.legal())
    assert session.hint(limits=limits) == hint(game, session.position, limits=limits)
    with pytest.raises(InputError, match="name no policy"):
        session.hint(policy="best")
    with pytest.raises(InputError, match="no explanations"):
        session.explain()
    token = CancelToken()
    token.cancel()
    verdict = session.verdict(token=token)
    assert (verdict.verdict, verdict.data()["reason"]) == (Verdict.UNKNOWN, "cancelled")
    assert verdict.text() == "not known: cancelled after 0 positions\n"
    lost = Session.of_deal(game, 11982)
    assert lost.verdict().verdict is Verdict.UNSOLVABLE
    assert lost.verdict().text().startswith("lost: no line wins (")
    assert Session.of_deal(get_game("undead:size=4x4"), 1).explain().solved


def test_a_review_follows_the_line_that_one_is_on() -> None:
    session = Session.of_deal(get_game("freecell"), 617)
    session.play("4a")
    session.play("82")
    session.undo()
    session.play("6b")
    found = session.review(limits=Limits(nodes=3000))
    assert isinstance(found, Review)
    assert [place.move for place in found.positions] == ["", "4a", "6b"]
    session.goto(session.root)
    found = session.review(limits=Limits(nodes=3000))
    assert isinstance(found, Review)
    assert [place.move for place in found.positions] == ["", "4a", "82"]


def test_a_review_of_a_game_played_unseen() -> None:
    session = Session.of_deal(get_game("spider:suits=1"), 3)
    random_play(session, 2, 2)
    found = session.review(policy="random", games=2)
    assert isinstance(found, Chances)
    assert [place.move for place in found.positions[1:]] == [node.text for node in session.line()[1:]]
    assert isinstance(session.opened().review(limits=Limits(nodes=2000)), Review)


@pytest.mark.parametrize("autoplay", ["horne", "safe", "max"])
def test_autoplay_makes_moves_of_its_own(autoplay: str) -> None:
    game = get_game("freecell")
    start = before_the_end("freecell", 40)
    whole = Session(game, start, autoplay=autoplay)
    one_by_one = Session(game, start)
    rng = Random(1)
    for _ in range(60):
        if not whole.legal():
            break
        text = rng.choice(whole.legal())
        node = whole.play(text)
        for made in node.texts:
            one_by_one.play(made)
        assert one_by_one.position == whole.position
    assert any(len(node.texts) > 1 for node in whole.line())
    assert f"autoplay: {autoplay}\n" in whole.save()
    assert " [" in whole.save()
    again = Session.load(whole.save())
    assert again.here.number == whole.here.number
    found = whole.review(limits=Limits(nodes=500))
    assert isinstance(found, Review)
    assert [place.by_player for place in found.positions].count(True) == whole.here.number + 1


def test_autoplay_for_one_move_only() -> None:
    game = get_game("freecell")
    start = before_the_end("freecell", 6)
    session = Session(game, start)
    first = session.legal()[0]
    session.play(first)
    quiet = session.here
    session.undo()
    session.play(first, autoplay="max")
    assert session.here is not quiet
    assert len(session.root.children) == 2
    assert len(session.here.texts) > 1
    assert Session.load(session.save()).here.texts == session.here.texts


def test_a_whole_list_of_moves() -> None:
    game = get_game("freecell")
    deal, moves = won_lines()["freecell"]
    session = Session(game, game.deal(deal))
    session.play_all(parse_solution(" ".join(moves)))
    assert session.outcome is Outcome.WON
    other = Session(game, game.deal(deal))
    with pytest.raises(InputError, match=r"^here:1:4: move 2 cannot be made: .*; leave it out, with what"):
        other.play_all(parse_solution(f"{moves[0]} 2a 2a 2a 2a 2a 2a", "here"))
    pyramid = get_game("pyramid")
    short = Session.of_deal(pyramid, 2)
    short.play_all(parse_solution('[["13S"], ["9D", "4S"], ["12H", "1C"]]', None, pyramid))
    assert len(short.line()) == 6  # the draws between are moves of their own


def test_what_cannot_be_done() -> None:
    game = get_game("freecell")
    session, other = Session.of_deal(game, 1), Session.of_deal(game, 1)
    session.play(session.legal()[0])
    cases: list[tuple[Any, str]] = [
        (lambda: session.play("zz"), "zz: no such pile"),
        (lambda: session.play("11"), "."),
        (lambda: session.goto(other.root), "not in this game"),
        (lambda: session.promote(other.root), "not in this game"),
        (lambda: session.delete(session.root), "the start is no move"),
        (lambda: session.comment("a\tb"), "this comment cannot be kept"),
        (lambda: session.comment("a" * 10_001), "this comment cannot be kept"),
        (lambda: session.play(session.legal()[0], autoplay="much"), "unknown autoplay 'much'"),
        (lambda: Session.of_deal(game, 0), "no ms deal 0"),
        (lambda: Session.of_deal(get_game("pyramid"), 1, autoplay="max"), "nothing plays itself in pyramid"),
    ]
    for call, message in cases:
        with pytest.raises(InputError, match=message) as caught:
            call()
        assert "\n" not in str(caught.value)
    assert session.here.number == 1


def test_going_to_and_fro() -> None:
    session = Session.of_deal(get_game("freecell"), 1)
    texts = session.legal()[:3]
    for text in texts:
        session.play(text)
        session.undo()
    assert [child.text for child in session.root.children] == texts
    assert session.redo().text == texts[2]  # where one was last
    session.undo()
    session.promote(session.root.children[2])
    assert [child.text for child in session.root.children] == [texts[2], texts[0], texts[1]]
    assert session.view().onward == (texts[2], texts[0], texts[1])
    session.goto(session.root.children[1])
    session.delete(session.here)
    assert session.here is session.root
    assert [child.text for child in session.root.children] == [texts[2], texts[1]]
    assert session.play(texts[1]) is session.root.children[1]
    with pytest.raises(InputError, match="nothing to make again"):
        session.redo()
    session.undo()
    with pytest.raises(InputError, match="nothing to take back"):
        session.undo()


def test_a_hint_is_for_the_game_as_it_is_played() -> None:
    """Under max a deal may be lost that can be won without."""
    game = get_game("freecell")
    limits = Limits(seconds=PATIENCE)
    assert Session.of_deal(game, 1941).hint(limits=limits).verdict is Verdict.SOLVED
    lost = Session.of_deal(game, 1941, autoplay="max").hint(limits=limits)
    assert (lost.verdict, lost.move) == (Verdict.UNSOLVABLE, None)
    assert "no line wins" in lost.text()
    session = Session.of_deal(game, 617, autoplay="max")
    line = list(session.hint(limits=limits).line)
    while line:
        made = session.play(line[0]).texts
        assert tuple(line[: len(made)]) == made
        del line[: len(made)]
    assert session.outcome is Outcome.WON
