"""Games, variants and options by name."""

from __future__ import annotations

import pytest

from registered import registered_names
from winnable.errors import InputError
from winnable.registry import game_names, get_game, variant_names, variant_specs


@pytest.mark.parametrize("name", registered_names())
def test_a_name_gives_the_game_that_spells_itself_so(name: str) -> None:
    game = get_game(name)
    assert game.spelled == name
    assert game.info.name == name.partition(":")[0]
    assert get_game(game.spelled).rules == game.rules


def test_pyramid_has_the_variants_of_the_rule_table() -> None:
    names = "microsoft hoyle relaxed pysol thirteen king_tut tuts_tomb giza triangle par"
    assert variant_names("pyramid") == tuple(names.split())
    assert all(variant_names(name) == () for name in game_names() if name != "pyramid")
    assert [spec.title for spec in variant_specs("pyramid").values()][:2] == ["Pyramid", "Pyramid (Hoyle)"]


def test_a_variant_in_the_name_or_beside_it() -> None:
    assert get_game("pyramid", "hoyle").spelled == get_game("pyramid:hoyle").spelled
    assert get_game("pyramid:hoyle", variant="hoyle").rules == get_game("pyramid:hoyle").rules
    assert get_game("pyramid", "microsoft").rules == get_game("pyramid").rules
    assert get_game("pyramid:microsoft").spelled == "pyramid"
    assert get_game("pyramid:overlap=true", "giza").spelled == "pyramid:giza,overlap=true"


def test_options_are_set_on_top_of_a_variant() -> None:
    game = get_game("pyramid:hoyle,passes=2,scoring=microsoft")
    hoyle = get_game("pyramid:hoyle").rules
    assert game.rules == {**hoyle, "passes": 2, "scoring": "microsoft"}
    assert game.spelled == "pyramid:hoyle,passes=2,scoring=microsoft"
    assert game.info.title == "Pyramid (Hoyle)"
    assert get_game("pyramid:thirteen").info.hidden
    assert get_game("pyramid:thirteen,face_down_rows=0").info.hidden  # the stock
    assert not get_game("pyramid:giza").info.hidden


@pytest.mark.parametrize(
    ("name", "scoring"),
    [
        ("pyramid:rows=6", "none"),
        ("pyramid:tableau=triangle", "none"),
        ("pyramid:rows=7,tableau=pyramid", "microsoft"),
        ("pyramid:rows=6,scoring=par", "par"),
        ("pyramid:par,rows=6", "par"),
    ],
)
def test_microsofts_points_are_those_of_its_own_tableau(name: str, scoring: str) -> None:
    game = get_game(name)
    assert (game.rules["scoring"], game.spelled) == (scoring, name)


def test_microsofts_points_elsewhere_are_an_error() -> None:
    with pytest.raises(InputError, match="rule scoring: microsoft's rows are those of a pyramid of seven"):
        get_game("pyramid:rows=6,scoring=microsoft")


@pytest.mark.parametrize(
    ("name", "variant", "match"),
    [
        ("pyramids", None, "unknown game 'pyramids'; did you mean pyramid"),
        ("pyramid:cheops", None, "pyramid has no variant 'cheops'.*one of microsoft, hoyle"),
        ("pyramid", "cheops", "pyramid has no variant 'cheops'"),
        ("pyramid:hoyle", "giza", "two variants: 'hoyle' and 'giza'"),
        ("pyramid:hoyle,giza", None, "cannot read the option 'giza'"),
        ("pyramid:passes=2,hoyle", None, "cannot read the option 'hoyle'"),
        ("pyramid:", None, "no options after the colon"),
        ("pyramid:hoyle,", None, "cannot read the option ''"),
        ("pyramid:passes=", None, "rule passes: '' is not"),
        ("pyramid:passes=2,passes=3", None, "the option 'passes' is given twice"),
        ("pyramid:cells=2", None, "unknown rule 'cells'; the rules are tableau"),
        ("pyramid:columns=8", None, "rule columns: these leave no stock; set passes=1"),
        ("pyramid:hoyle,passes=0", None, "rule passes: '0' is not"),
        ("freecell:hoyle", None, "cannot read the option 'hoyle'"),
        ("freecell", "hoyle", "freecell has no variants"),
        ("freecell:", "hoyle", "no options after the colon"),
    ],
)
def test_wrong_names_are_one_line_that_says_what_was_expected(
    name: str, variant: str | None, match: str
) -> None:
    with pytest.raises(InputError, match=match) as caught:
        get_game(name, variant)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("ask", [variant_names, variant_specs])
def test_variants_of_no_game(ask: object) -> None:
    with pytest.raises(InputError, match="unknown game"):
        ask("pyramids")  # type: ignore[operator]
