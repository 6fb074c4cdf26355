"""`winnable audit`: does some program stack its deals?"""

from __future__ import annotations

import math
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from winnable.cli.groups import Command
from winnable.cli.interrupts import cancellable
from winnable.cli.kinds import Whole
from winnable.cli.main import ANSWERED, CANCELLED, NO
from winnable.cli.measuring import command_line, line_of, study_option
from winnable.cli.options import (
    count_option,
    default_jobs,
    echo_json,
    jobs_option,
    json_option,
    quiet_option,
    seed_option,
    variant_option,
)
from winnable.cli.players import hidden_game, log_option, open_log, policy_named, policy_option
from winnable.cli.positions import all_entries
from winnable.cli.progress import Progress
from winnable.errors import InputError, quote
from winnable.text.phrases import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from winnable.family import AnyGame
    from winnable.studies.audit import Audit, DealtGame
    from winnable.studies.repeats import Repeats

_SEEN = 0.05  # the difference that the answer says how many hands it takes to see
_SHOWN = 5


@click.command(
    "audit",
    cls=Command,
    examples=[
        (
            "Are these five deals like shuffled ones?",
            "winnable audit --hands kpat:1..5 --policy random --count 2 --shuffles 99",
        ),
        ("The same for hands in a folder:", "winnable audit --hands hands"),
    ],
)
@click.argument("game", default="spider", metavar="[GAME]")
@variant_option
@click.option(
    "--hands",
    "source",
    required=True,
    metavar="DIR",
    help="The hands to test: a folder of files, a file, a range of deals such as ms:1..40, or - for standard "
    "input.",
)
@click.option(
    "--random-hands",
    type=Whole(1, 10**6),
    default=None,
    help="How many random hands to compare them with.  [default: as many as there are]",
)
@policy_option
@count_option("How many games to play with each hand.", 10, 10**6)
@click.option(
    "--shuffles",
    type=Whole(1, 10**6),
    default=999,
    show_default=True,
    help="How many sets of even shuffles to compare the places of the cards with.",
)
@seed_option
@jobs_option
@quiet_option
@study_option
@log_option
@json_option
def command(
    game: str,
    source: str,
    random_hands: int | None,
    policy: str,
    count: int,
    shuffles: int,
    seed: int,
    jobs: int | None,
    file: Path | None,
    log: str | None,
    as_json: bool,
) -> int:
    """Test whether hands that some program dealt are like evenly shuffled ones.

    Three questions are asked. Are the hands as easy to win as random ones? For this a policy, a computer
    player that sees only what you see, plays each of them. Do ranks and suits lie evenly in them? Does a hand
    come twice? If you do not know all cards, write ?? for those that nobody saw. Then no games are played.
    GAME is spider if you do not name it.

    Exit code 1: an alarm. At most 5 of 100 tests of fair hands end with one.
    """
    from winnable.search.policy import make_policy
    from winnable.studies import audit
    from winnable.studies.experiments.measured import measurer
    from winnable.studies.experiments.played import play_of
    from winnable.studies.places import is_whole
    from winnable.studies.repeats import repeats
    from winnable.studies.shuffle import shuffle_tests

    chosen = hidden_game(game)
    if not isinstance(chosen, audit.DealtGame):
        what = f"{chosen.info.title} has no hands with hidden cards in columns, which an audit compares"
        raise InputError(what, expected="spider or a game like it")
    policy = policy_named(chosen, policy)
    make_policy(chosen, policy)  # before anything is written: is there such a one?
    read = _read(chosen, source)
    start = time.process_time()
    layout, cards = audit.start_layout(chosen, read.lengths), audit.cards_of(chosen)
    again = repeats(layout, read.hands, cards)
    hands = [read.hands[i] for i in again.different]
    partly = sum(not is_whole(hand) for hand in hands)
    given = [] if partly else [(read.labels[i], chosen.position(read.setups[i])) for i in again.different]
    with ExitStack() as stack:
        token = stack.enter_context(cancellable())
        progress = stack.enter_context(Progress(token=token))
        record = open_log(stack, chosen, policy, log, [source, *map(str, filter(None, [file]))])
        drawn = [] if partly else audit.drawn_hands(chosen, random_hands or len(hands), seed, read.lengths)
        shuffle = shuffle_tests(
            layout,
            hands,
            cards=cards,
            shuffles=shuffles,
            seed=seed,
            token=token,
            on_shuffle=lambda made: progress.show("", made, shuffles, "even shuffle"),
        )
        won = audit.Won(count, (), ())
        if given:
            fixed = {"hands": source, "random_hands": random_hands, "policy": policy}
            asked = line_of("audit", chosen.spelled, **fixed, count=count, seed=seed)
            study = audit.audit_study(chosen, given, drawn, policy, count, seed=seed, text=command_line())
            measuring = measurer(file, jobs=jobs or default_jobs(), token=token, made_by=asked)
            play = play_of(stack.enter_context(stack.enter_context(measuring).follow(study)))
            starts = [start for _, start in given]
            games = count * (len(given) + len(drawn))
            progress.show("", 0, games, "game")
            won = audit.play_hands(
                play,
                starts,
                drawn,
                count,
                seed=seed,
                on_game=record,
                on_played=lambda played: progress.show("", played, games, "game"),
            )
        found = audit.Audit(*won, shuffle, again, seed=seed, cancelled=token.cancelled)
    data = {
        "game": chosen.spelled,
        "from": source,
        "policy": policy,
        "seed": seed,
        "hands": len(hands),
        "partly_seen": partly,
        **_data(found),
        **_repeats_data(again, read.labels),
        "stats": {"cpu_seconds": round(time.process_time() - start, 3)},
    }
    if as_json:
        echo_json(data)
    else:
        _print(data, found)
    if found.cancelled:
        return CANCELLED
    return NO if found.alarm else ANSWERED


class _Read(NamedTuple):
    """The hands as they were read: what each is called, its setup and its cards; and how many cards each
    column has in all of them."""

    labels: list[str]
    setups: list[Any]
    hands: list[bytes]
    lengths: list[int]


def _read(game: DealtGame, source: str) -> _Read:
    from winnable.studies.audit import start_lengths, start_of

    labels, setups, hands = [], [], []
    lengths: list[int] = []
    for label, entry in _entries(game, source):
        setup = entry.checked(game)
        try:
            lengths = lengths or start_lengths(game, setup)
            hands.append(start_of(game, setup, lengths))
        except InputError as error:
            raise error.at(source=label) from None
        labels.append(label)
        setups.append(setup)
    if not hands:
        raise InputError(f"there are no hands in {quote(source)}", expected="a file for each hand")
    return _Read(labels, setups, hands, lengths)


def _entries(game: AnyGame, source: str) -> Iterator[tuple[str, Any]]:
    """What the files of a folder hold, by name; or what the argument itself names."""
    folder = Path(source)
    if source == "-" or not folder.is_dir():
        yield from all_entries(game, source)
        return
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.name.startswith("."):
            yield from all_entries(game, str(path))


def _data(found: Audit) -> dict[str, Any]:
    """What was found; what is said of equities is null where nothing was played: some hand is known in part,
    or it was cancelled before."""
    tests, power = found.shuffle, found.power
    given, drawn = found.means
    return {
        "random_hands": len(found.drawn),
        "games": found.games,
        "share": given if found.played else None,
        "random_share": drawn if found.played else None,
        "difference": found.difference if found.played else None,
        "difference_interval": found.interval(),
        "p_equity": found.equity_p if found.played else None,
        "p_shuffle": None if tests is None else tests.p,
        "shuffle_tests": [
            {"name": test.name, "p": test.p, "corrected": test.corrected, "most": test.most}
            for test in (() if tests is None else tests.tests)
        ],
        "p": found.p,
        "alarm_level": found.level,
        "alarm": found.alarm,
        "visible_easier": None if power is None else power.easier,
        "visible_harder": None if power is None else power.harder,
        "hands_to_see_5_points": None if power is None else power.hands_to_see(_SEEN),
    }


def _repeats_data(again: Repeats, labels: list[str]) -> dict[str, Any]:
    return {
        "repeated": again.repeated,
        "first_repeated": None if again.first is None else [labels[i] for i in again.first],
        "log10_p_repeats": again.log10_p,
    }


def _print(data: dict[str, Any], found: Audit) -> None:
    partly = data["partly_seen"]
    seen = f", {partly} of them not seen whole" if partly else ""
    tests = sorted(data["shuffle_tests"], key=lambda test: (test["corrected"], test["p"]))
    rows = {
        "game": data["game"],
        "hands": f"{data['hands']} of {data['from']}{seen}",
        "repeats": _repeats(data),
    }
    if found.played:
        games = count_noun(data["games"], "game")
        rows |= {
            "random hands": data["random_hands"],
            "policy": f"{data['policy']}, {games} of each hand, seed {data['seed']}",
            "equity of the hands": _percent(data["share"]),
            "equity of the random ones": _percent(data["random_share"]),
            "difference": _difference(data),
            "p, as easy to win": _p(data["p_equity"]),
        }
    rows |= {"p, evenly shuffled": _shuffle(data)}
    if found.played or found.shuffle is not None:
        rows |= {"p, all questions": _p(data["p"])}
    for name, value in rows.items():
        click.echo(f"{name}: {value}")
    if tests:
        click.echo(f"of {len(tests)} tests of the shuffle the least likely:")
    for test in tests[:_SHOWN]:
        click.echo(f"  {test['name']}: p {test['p']:.3f}, corrected {test['corrected']:.3f}; {test['most']}")
    for line in (*verdict(found), *(_PARTLY if partly else _power(found) if found.played else ())):
        click.echo(line)
    click.echo(f"cpu seconds: {data['stats']['cpu_seconds']}")


def verdict(found: Audit) -> list[str]:
    """What the audit says in words."""
    if found.cancelled and not found.alarm and not (found.played and found.shuffle):
        left = "they were compared with others" if found.shuffle is None else "a game of each was played"
        return [f"cancelled before {left}: there is no answer"]
    if not found.alarm:
        return ["no alarm: evenly shuffled hands often look like these"]
    lines = [f"ALARM: of fair hands at most {100 * found.level:g} of 100 such audits would say so"]
    if found.repeats is not None and found.questions * found.repeats_p <= found.level:
        lines.append("hands come again; if none was written down twice, they are not shuffled anew each time")
    return lines


# What cannot be said where cards are unknown.
_PARTLY = (
    "whether these hands are easy to win was not asked, nor where cards lie in the columns: which cards are",
    "seen depends on how a hand was played, and the hands seen whole are mostly those that were won;",
    "tested were the cards that lie face up at the start, and the rows of the stock that were dealt",
)


def _power(found: Audit) -> list[str]:
    """What the audit could have seen of equities."""
    power = found.power
    if power is None:
        return ["these are too few hands to say how much easier or harder they are to win"]
    seen = []
    for way, least in (("easier", power.easier), ("harder", power.harder)):
        if least is None:
            certain = "always" if way == "easier" else "never"
            seen.append(f"{way} hands would not be seen, not even hands that are {certain} won")
        else:
            seen.append(f"hands {way} to win by {_points(least)} or more would be seen four times of five")
    need = power.hands_to_see(_SEEN)
    return [*seen, f"to see {100 * _SEEN:g} points takes about {need:,} hands of each kind"]


def _repeats(data: dict[str, Any]) -> str:
    if not data["repeated"]:
        return "none"
    read, (later, earlier) = data["hands"] + data["repeated"], data["first_repeated"]
    which = f"{read} hands were given, {data['hands']} different; {later} is the same as {earlier}"
    return f"{which}; p at most 10^{math.ceil(data['log10_p_repeats'])}"


def _difference(data: dict[str, Any]) -> str:
    span = data["difference_interval"]
    where = (
        "too few hands for an interval" if span is None else f"{100 * span[0]:+.1f} to {100 * span[1]:+.1f}"
    )
    return f"{100 * data['difference']:+.1f} points; {where}"


def _p(value: float) -> str:
    return "below 0.0001" if value < 0.00005 else f"{value:.4f}"


def _shuffle(data: dict[str, Any]) -> str:
    return "not tested" if data["p_shuffle"] is None else _p(data["p_shuffle"])


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"
