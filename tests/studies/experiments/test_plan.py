"""Study files: what they mean, and each mistake in one line with its place."""

from __future__ import annotations

import pytest

from winnable.deals import DealRange
from winnable.errors import InputError
from winnable.search.api import Limits
from winnable.studies.experiments.plan import StopRule, read_study
from winnable.studies.experiments.players import MEASURES, Player

WHOLE = """\
title = "All of it"
seed = 7
repetitions = 3
measures = ["seconds", "Expanded"]

[limits]
nodes = 50
seconds = 1.5
memory = "64M"

[[games]]
game = "freecell:cells=3"
deals = "1..10,pysol:5"

[[games]]
game = "pyramid"
variant = "relaxed"
random = 4

[[games]]
game = "undead:size=4x4"
generate = 2
grade = "easy"

[[players]]
solver = "auto"

[[players]]
name = "stars"
search = ["astar", "weighted_astar"]
games = ["freecell:cells=3"]
heuristic = ["student_v1", "student_v2"]
"""
GAME = '[[games]]\ngame = "freecell"\ndeals = "1"\n'
PYRAMID = '[[games]]\ngame = "pyramid"\nrandom = 1\n'
PLAYER = '[[players]]\nsolver = "auto"\n'


def test_a_whole_file() -> None:
    study = read_study(WHOLE, "folder/whole.toml")
    assert (study.title, study.seed, study.repetitions) == ("All of it", 7, 3)
    assert study.measures == ("seconds", "expanded")
    assert study.limits == Limits(50, 1.5, 64_000_000)
    first, second, third = study.games
    assert (first.game, first.deals) == (
        "freecell:cells=3",
        (DealRange("ms", 1, 10), DealRange("pysol", 5, 5)),
    )
    assert (second.game, second.random) == ("pyramid:relaxed", 4)
    assert (third.game, third.generate) == ("undead:size=4x4,grade=easy", 2)
    assert [player.label for player in study.players] == [
        "auto",
        "stars astar heuristic=student_v1",
        "stars astar heuristic=student_v2",
        "stars weighted_astar heuristic=student_v1",
        "stars weighted_astar heuristic=student_v2",
    ]
    assert len(study.pairs()) == 3 + 4


def test_what_is_left_out() -> None:
    study = read_study(GAME + PLAYER, "some/place.toml")
    assert (study.title, study.seed, study.repetitions, study.stop) == ("place", 0, 1, None)
    assert study.limits == Limits(None, None, 256_000_000)
    assert study.measures == tuple(name for name in MEASURES if name != "moves")


def test_groups_of_deals() -> None:
    """A level is a group of its own; a group has any name, and players may be of some groups alone."""
    text = (
        GAME + 'group = "few"\n' + GAME + 'group = "more"\n'
        '[[games]]\ngame = "pyramid"\nrandom = 1\nlevel = "hard"\n'
        + PLAYER + '[[players]]\nsearch = "astar"\ngames = ["more", "pyramid, hard"]\n'
    )  # fmt: skip
    study = read_study(text)
    assert [one.group for one in study.games] == ["few", "more", "pyramid, hard"]
    pairs = [(deals.group, player.label) for deals, player in study.pairs()]
    assert pairs == [
        ("few", "auto"), ("more", "auto"), ("more", "astar"),
        ("pyramid, hard", "auto"), ("pyramid, hard", "astar"),
    ]  # fmt: skip
    of_a_game = read_study(text.replace('["more", "pyramid, hard"]', '"freecell"'))
    assert [deals.group for deals, player in of_a_game.pairs() if player.label == "astar"] == ["few", "more"]


def test_a_stop_rule() -> None:
    study = read_study(f'{GAME}{PLAYER}[stop]\nhalf_width = "2%"\nlevel = 0.9\n')
    assert study.stop == StopRule(0.02, 0.9)


def test_a_player_is_read_back_from_its_identity() -> None:
    player = Player("search", "astar", {"weight": 1.5, "heuristic": "open", "second": True}, "a name")
    again = Player.of(player.identity)
    assert (again.kind, again.name, again.parameters) == ("search", "astar", player.parameters)
    assert again.identity == player.identity
    assert again.words() == "astar heuristic=open second=true weight=1.5"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("title = 3\n" + GAME + PLAYER, "x.toml:1: title is 3; expected a text"),
        ("title = \n", "x.toml:1:9: no TOML: Invalid value"),
        ("[[games]\n", "x.toml:1:8: no TOML: Expected ']]'"),
        ("seed = -1\n" + GAME + PLAYER, "x.toml:1: seed is -1; expected a whole number from 0 to"),
        ("repetitions = true\n" + GAME + PLAYER, "x.toml:1: repetitions is True; expected a whole number"),
        ("sed = 1\n" + GAME + PLAYER, "x.toml:1: unknown key 'sed'; did you mean seed?"),
        ("", "x.toml: there is no [[games]]; expected at least one table [[games]]"),
        (GAME, "x.toml: there is no [[players]]"),
        (PLAYER + '[[games]]\ngame = "chess"\ndeals = "1"\n', "x.toml:4: unknown game 'chess'"),
        (PLAYER + '[[games]]\ngame = "freecell"\nvariant = "x"\n', "x.toml:5: freecell has no variants"),
        (PLAYER + '[[games]]\ngame = "freecell"\n', "x.toml:3: freecell has no deals; expected one of deals"),
        (PLAYER + GAME + "random = 4\n", "x.toml:6: freecell has deals and random; expected one of"),
        (PLAYER + '[[games]]\ngame = "freecell"\ndeals = "ms:0"\n', "x.toml:5: there is no ms deal 0"),
        (PLAYER + '[[games]]\ngame = "freecell"\nrandom = 0\n', "x.toml:5: random is 0; expected a whole"),
        (PLAYER + GAME + 'level = "hard"\n', "x.toml:6: level without random; expected random = N"),
        (PLAYER + '[[games]]\ngame = "freecell"\nrandom = 1\nlevel = "x"\n', "x.toml:6: unknown level 'x'"),
        (PLAYER + '[[games]]\ngame = "spider"\nrandom = 1\nlevel = "hard"\n', "x.toml:6: Spider has"),
        (PLAYER + '[[games]]\ngame = "undead"\ngenerate = 1\ngrade = "x"\n', "x.toml:6: "),
        (GAME + "[[players]]\n", "x.toml:4: a player is of no kind; expected solver, search, policy or"),
        (GAME + PLAYER + 'search = "astar"\n', "x.toml:6: a player is solver and search; expected"),
        (GAME + '[[players]]\nsolver = "aut"\n', "x.toml:5: unknown solver 'aut'; did you mean auto?"),
        (GAME + PLAYER + 'metric = "cards"\n', "x.toml:5: the solver auto minimises nothing"),
        (GAME + '[[players]]\nsearch = "nothing"\n', "x.toml:5: unknown search 'nothing'"),
        (GAME + '[[players]]\nsearch = "astar"\nweight = 2\n', "x.toml:5: the search astar takes no"),
        (GAME + '[[players]]\nsearch = "weighted_astar"\nweight = "x"\n', "x.toml:5: weighted_astar wei"),
        (GAME + '[[players]]\nsearch = "astar"\nheuristic = []\n', "x.toml:6: heuristic is []; expect"),
        (GAME + '[[players]]\npolicy = "best"\n', "x.toml:5: FreeCell has no policies"),
        (GAME + PLAYER + 'games = "pyramid"\n', "x.toml:6: pyramid is none of the games; expected"),
        (
            PLAYER + GAME + 'group = "a"\n[[games]]\ngame = "pyramid"\nrandom = 1\ngroup = "a"\n',
            "x.toml:10: the group 'a' is of freecell, too; expected another name for one",
        ),
        (PLAYER + GAME + "group = 3\n", "x.toml:6: group is 3; expected a text"),
        (GAME + PLAYER + PLAYER, "x.toml:6: two players are 'auto'; expected another name for one"),
        (GAME + PLAYER + "deals = 0\n", "x.toml:6: deals is 0; expected a whole number from 1"),
        (GAME + 'hidden = "drawn"\n' + PLAYER, "x.toml:4: FreeCell does not say what its player sees"),
        (PLAYER + PYRAMID + 'hidden = "drwn"\n', "x.toml:6: unknown hidden 'drwn'; did you mean drawn?"),
        (GAME + PLAYER + '[limits]\nnodes = 0\n', "x.toml:7: nodes is 0; expected a whole number from 1"),
        (GAME + PLAYER + '[limits]\nseconds = 0\n', "x.toml:7: seconds is 0; expected a number above 0"),
        (GAME + PLAYER + '[limits]\nmemory = "much"\n', "x.toml:7: memory is 'much'; expected a size"),
        ('measures = ["speed"]\n' + GAME + PLAYER, "x.toml:1: unknown measure 'speed'"),
        (GAME + PLAYER + "[stop]\nhalf_width = 2\n", "x.toml:7: half_width is 2; expected a share"),
        (
            "repetitions = 2\n" + GAME + PLAYER + "[stop]\nhalf_width = 0.1\n",
            "x.toml:1: a stop rule and repetitions: results of one deal are not independent; expected one",
        ),
    ],
)  # fmt: skip
def test_mistakes_are_one_line_with_their_place(text: str, complaint: str) -> None:
    with pytest.raises(InputError) as raised:
        read_study(text, "x.toml")
    assert str(raised.value).startswith(complaint)
    assert "\n" not in str(raised.value)
