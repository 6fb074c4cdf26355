"""`winnable games`: the list, every rule of a game, its variants."""

from __future__ import annotations

import json
from collections.abc import Callable

from winnable.registry import game_names, get_game, variant_names, variant_specs


def test_all_games_are_listed(winnable: Callable[..., object]) -> None:
    answer = winnable("games")
    assert answer.code == 0
    assert [line.split()[0] for line in answer.out.splitlines()] == list(game_names())
    lines = [json.loads(line) for line in winnable("games", "--json").out.splitlines()]
    assert [line["game"] for line in lines] == list(game_names())
    assert {line["family"] for line in lines} == {"patience", "pairing", "undead", "spider"}


def test_every_rule_of_a_game_is_shown(winnable: Callable[..., object]) -> None:
    lines = winnable("games", "freecell:cells=3").out.splitlines()
    assert "cells = 3" in lines
    assert len(lines) == 2 + len(get_game("freecell").rules)
    assert "variants" not in json.loads(winnable("games", "freecell", "--json").out)


def test_pyramid_lists_its_variants_with_where_they_come_from(winnable: Callable[..., object]) -> None:
    lines = [line for line in winnable("games", "pyramid").out.splitlines() if line.startswith("variant ")]
    assert [line.split()[1] for line in lines] == list(variant_names("pyramid"))
    specs = variant_specs("pyramid")
    assert all(specs[line.split()[1]].source in line for line in lines)
    assert lines[1] == "variant hoyle      one pass, and all 52 cards must leave (the rule books)"
    data = json.loads(winnable("games", "pyramid", "--json").out)["variants"]
    assert list(data) == list(variant_names("pyramid"))
    assert data["giza"]["title"] == "Giza"
    assert all(variant["source"] for variant in data.values())


def test_undead_is_told_in_a_few_lines(winnable: Callable[..., object]) -> None:
    out = winnable("games", "undead").out
    assert "ghost = seen only in a mirror\n" in out
    assert out.endswith("by size, grade, technique, mirrors, hidden: undead:size=7x7\n")
    data = json.loads(winnable("games", "undead", "--json").out)
    assert (data["rules"], data["options"][0]) == ({}, "size")


def test_spider_names_its_policies(winnable: Callable[..., object]) -> None:
    out = winnable("games", "spider:suits=2").out
    assert "suits = 2\n" in out
    assert out.endswith("policies that play it: best, fast, moveblocks, random\n")
    assert json.loads(winnable("games", "scorpion", "--json").out)["policies"] == ["random"]
    assert "policies" not in json.loads(winnable("games", "freecell", "--json").out)


def test_one_variant(winnable: Callable[..., object]) -> None:
    out = winnable("games", "pyramid:hoyle,draw=3").out
    assert "passes = 1\n" in out
    assert "draw = 3\n" in out
    assert out.endswith("played so by: the rule books\n")
    assert winnable("games", "pyramid", "--variant", "giza").out == winnable("games", "pyramid:giza").out
    alone = winnable("games", "--variant", "giza")
    assert (alone.code, alone.out) == (2, "")
    wrong = winnable("games", "pyramid:hoyl")
    assert wrong.code == 2
    assert "no variant 'hoyl'; did you mean hoyle?" in wrong.err
