"""What every family declares, and what is said of a game whose family lacks something."""

from __future__ import annotations

from dataclasses import fields, replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from winnable.errors import InputError
from winnable.family import CAPABILITIES, Family, Spec, require
from winnable.registry import families, family_of, game_names, get_game


def test_every_game_has_one_family() -> None:
    listed = [name for family in families().values() for name in family.games]
    assert listed == list(game_names())
    assert len(listed) == len(set(listed))
    for name in listed:
        game = get_game(name)
        assert game.family is family_of(name)
        assert game.info.family == game.family.name
        assert game.family.named(game.spelled).rules == game.rules


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_what_has_a_capability_is_what_the_refusal_expects(capability: str) -> None:
    lacks, expected = CAPABILITIES[capability]
    named = {word.partition(":")[0] for word in expected.replace(",", " ").replace(";", " ").split()}
    for family in families().values():
        said = any(name in named for name in family.games)
        assert said is (getattr(family, capability) is not None), family.name
    without = [family for family in families().values() if getattr(family, capability) is None]
    for family in without:
        game = get_game(next(iter(family.games)))
        with pytest.raises(InputError) as caught:
            require(game, capability, getattr(family, capability))
        assert str(caught.value) == f"{game.info.title} has no {lacks}; expected {expected}"


def test_every_capability_can_be_refused() -> None:
    optional = {field.name for field in fields(Family) if field.default is None}
    assert optional - {"base", "native_search", "hint", "review", "refuse"} == set(CAPABILITIES)


def from_outside(monkeypatch: pytest.MonkeyPatch, family: Family[Any, Any, Any]) -> None:
    """Registers one more family, as an installed package would."""

    def entry_points(*, group: str) -> list[EntryPoint]:
        assert group == "winnable.families"
        return [EntryPoint("another", "tests.another:FAMILY", group)]

    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    monkeypatch.setattr(EntryPoint, "load", lambda self: family)


def test_a_family_from_outside_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = families()["undead"]
    games = {"another": Spec("another", "Another", "a board by another name")}
    from_outside(monkeypatch, replace(ours, name="another", games=games))
    found = families.__wrapped__()
    assert list(found) == [*families(), "another"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": "another"}, "two families have undead"),
        ({"games": {"another": Spec("another", "Another", "a board")}}, "two families have undead"),
    ],
)
def test_a_name_is_taken_once(monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], message: str) -> None:
    from_outside(monkeypatch, replace(families()["undead"], **changes))
    with pytest.raises(InputError, match=message):
        families.__wrapped__()
