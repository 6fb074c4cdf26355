"""A session does what a plain tree of texts does, whatever is done to it, and survives its own save."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from winnable.errors import InputError
from winnable.moves import Autoplay
from winnable.registry import get_game
from winnable.session import Node, Session
from winnable.session.tree import Cut

# What games of every family have: autoplay, hidden cards that are opened, points, squares.
STARTS = (
    ("freecell", 617, "none"),
    ("freecell", 617, "max"),
    ("bakers_game", 8, "safe"),
    ("pyramid", 3, "none"),
    ("spider:suits=1", 2, "none"),
    ("mrs_mop", 1, "none"),
    ("undead:size=4x4", 1, "none"),
)
COMMENTS = st.text(st.sampled_from("ab {}()[]\\@\n#é end 1."), max_size=12)


@dataclass
class Place:
    """A place of the model: the texts that led there, a comment, a mark, what was made from there, and where
    redo goes."""

    texts: tuple[str, ...]
    comment: str = ""
    checkpoint: bool = False
    after: dict[str, Place] = field(default_factory=dict)
    onward: str | None = None

    def first(self, text: str) -> None:
        """Makes a move the first of those that were made from here."""
        self.after = {text: self.after.pop(text), **self.after}


def shape(node: Node[Any, Any]) -> Any:
    """The tree from a node on, as nested tuples."""
    return node.texts, node.comment, node.checkpoint, tuple(shape(child) for child in node.children)


def places_below(place: Place) -> list[Place]:
    """All places that follow one."""
    return [below for after in place.after.values() for below in (after, *places_below(after))]


class Sessions(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.session: Session[Any, Any] | None = None
        # What was deleted last: how the session has it, the way there, its index, the place, where one stood.
        self.cut: tuple[Cut[Any, Any], list[str], int, Place, list[str]] | None = None

    @precondition(lambda self: self.session is None)
    @rule(start=st.sampled_from(STARTS))
    def begin(self, start: tuple[str, int, str]) -> None:
        name, deal, autoplay = start
        self.game = get_game(name)
        self.session = Session.of_deal(self.game, deal, open_cards=True, autoplay=autoplay)
        self.root = Place(())
        self.path: list[str] = []

    def places(self) -> list[Place]:
        """Those on the way to where one is."""
        way = [self.root]
        for text in self.path:
            way.append(way[-1].after[text])
        return way

    def node(self, path: list[str]) -> Node[Any, Any]:
        assert self.session is not None
        here = self.session.root
        for text in path:
            here = next(child for child in here.children if child.text == text)
        return here

    def paths(self) -> list[list[str]]:
        found: list[list[str]] = [[]]
        todo: list[tuple[list[str], Place]] = [([], self.root)]
        while todo:
            path, place = todo.pop()
            for text, after in place.after.items():
                found.append([*path, text])
                todo.append(([*path, text], after))
        return sorted(found)

    def stand(self, path: list[str]) -> None:
        self.path = path
        for place, text in zip(self.places(), path, strict=False):
            place.onward = text

    @precondition(lambda self: self.session is not None)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        assert self.session is not None
        legal = self.session.legal()
        if not legal:
            return
        text = data.draw(st.sampled_from(legal))
        node = self.session.play(text)
        assert node is self.session.here
        here = self.places()[-1]
        if node.text not in here.after:
            here.after[node.text] = Place(node.texts)
        self.stand([*self.path, node.text])

    @precondition(lambda self: self.session is not None)
    @rule()
    def undo(self) -> None:
        assert self.session is not None
        if self.path:
            self.session.undo()
            self.path = self.path[:-1]
        else:
            with pytest.raises(InputError, match="nothing to take back"):
                self.session.undo()

    @precondition(lambda self: self.session is not None)
    @rule()
    def redo(self) -> None:
        assert self.session is not None
        here = self.places()[-1]
        if not here.after:
            with pytest.raises(InputError, match="nothing to make again"):
                self.session.redo()
            return
        onward = here.onward if here.onward in here.after else next(iter(here.after))
        self.session.redo()
        self.stand([*self.path, str(onward)])

    @precondition(lambda self: self.session is not None)
    @rule(data=st.data())
    def goto(self, data: st.DataObject) -> None:
        assert self.session is not None
        path = data.draw(st.sampled_from(self.paths()))
        self.session.goto(self.node(path))
        if path != self.path:
            self.stand(path)

    @precondition(lambda self: self.session is not None and self.root.after)
    @rule(data=st.data())
    def promote(self, data: st.DataObject) -> None:
        assert self.session is not None
        path = data.draw(st.sampled_from(self.paths()[1:]))
        self.session.promote(self.node(path))
        self.at(path[:-1]).first(path[-1])

    @precondition(lambda self: self.session is not None and self.root.after)
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        assert self.session is not None
        path = data.draw(st.sampled_from(self.paths()[1:]))
        gone = self.node(path)
        cut = self.session.delete(gone)
        parent = self.at(path[:-1])
        self.cut = (cut, path, list(parent.after).index(path[-1]), parent.after.pop(path[-1]), self.path)
        assert cut.moves == 1 + len(places_below(self.cut[3]))
        if parent.onward == path[-1]:
            parent.onward = None
        if self.path[: len(path)] == path:
            self.stand(path[:-1])
        with pytest.raises(InputError, match="not in this game"):
            self.session.goto(gone)

    @precondition(lambda self: self.session is not None and self.cut is not None)
    @rule()
    def restore(self) -> None:
        assert self.session is not None
        assert self.cut is not None
        cut, path, index, place, stood = self.cut
        parent = self.at(path[:-1])
        if path[-1] in parent.after:
            with pytest.raises(InputError, match="made again"):
                self.session.restore(cut)
            return
        self.session.restore(cut)
        after = list(parent.after.items())
        after.insert(index, (path[-1], place))
        parent.after = dict(after)
        if stood[: len(path)] == path:
            self.stand(stood)
        self.cut = None

    @precondition(lambda self: self.session is not None)
    @rule(data=st.data(), on=st.booleans())
    def checkpoint(self, data: st.DataObject, on: bool) -> None:
        assert self.session is not None
        path = data.draw(st.sampled_from(self.paths()))
        self.session.checkpoint(on, self.node(path))
        self.at(path).checkpoint = on

    # With autoplay the tree may hold a move twice, with what makes itself after it and without.
    @precondition(lambda self: self.session is not None and self.session.autoplay is Autoplay.NONE)
    @rule(data=st.data(), wrong=st.booleans())
    def add_line(self, data: st.DataObject, wrong: bool) -> None:
        assert self.session is not None
        place, texts = self.session.position, []
        while len(texts) < 3 and (legal := self.game.legal_moves(place)):
            move = data.draw(st.sampled_from(list(legal)))
            texts.append(self.game.notation.format(place, move))
            place = self.game.play(place, move)
        if wrong:
            with pytest.raises(InputError):
                self.session.add_line([*texts, "no move"])
            return
        self.session.add_line(texts)
        here = self.places()[-1]
        for text in texts:
            here.after.setdefault(text, Place((text,)))
            here.onward = text
            here = here.after[text]

    @precondition(lambda self: self.session is not None)
    @rule(data=st.data(), text=COMMENTS)
    def comment(self, data: st.DataObject, text: str) -> None:
        assert self.session is not None
        path = data.draw(st.sampled_from(self.paths()))
        self.session.comment(text, self.node(path))
        self.at(path).comment = text

    def at(self, path: list[str]) -> Place:
        here = self.root
        for text in path:
            here = here.after[text]
        return here

    @precondition(lambda self: self.session is not None)
    @rule(carry_on=st.booleans())
    def save_and_load(self, carry_on: bool) -> None:
        assert self.session is not None
        text = self.session.save()
        again = Session.load(text)
        assert again.save() == text
        assert shape(again.root) == shape(self.session.root)
        assert again.position == self.session.position
        assert again.here.number == self.session.here.number
        assert again.autoplay is self.session.autoplay
        if carry_on:
            self.session = again
            self.cut = None
            for path in self.paths():
                self.at(path).onward = None
            self.stand(self.path)

    @invariant()
    def the_tree_is_that_of_the_model(self) -> None:
        if self.session is None:
            return
        assert [node.text for node in reversed(list(self.session.here.way()))][1:] == self.path

        def model(place: Place) -> Any:
            after = tuple(model(after) for after in place.after.values())
            return place.texts, place.comment, place.checkpoint, after

        assert shape(self.session.root) == model(self.root)

    @invariant()
    def the_position_is_that_of_a_replay(self) -> None:
        if self.session is None:
            return
        position = self.session.root.placed
        for place in self.places():
            for text in place.texts:
                position = self.game.play(position, self.game.notation.parse(position, text))
        assert self.session.position == position
        assert self.session.outcome is self.game.outcome(position)
        assert len(self.session.legal()) == len(self.game.legal_moves(position))


TestSessions = Sessions.TestCase
TestSessions.settings = settings(max_examples=60, stateful_step_count=40)
