"""Words that can stand next on a command line, for the scripts that ``winnable completion`` prints.

Click knows commands, options, choices and files. Which names stand for games, solvers and the like is known
here, by the parameter that takes them, and looked up when a shell asks.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

import click
from click.shell_completion import (
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
    get_completion_class,
    shell_complete,
    split_arg_string,
)

from winnable.errors import InputError

if TYPE_CHECKING:
    from winnable.choices import Choice
    from winnable.family import AnyGame, Family

__all__ = ["FILES", "NAMES", "VARIABLE", "answer_shell", "script_for", "values_of"]

VARIABLE = "_WINNABLE_COMPLETE"  # holds what a shell asks; click's scripts set it
_PROGRAM = "winnable"

# Names, each with a few words about it, or with none.
Names = Iterable[tuple[str, str]]


# --- what there is, by the game that the command line names --------------------------------


def _family(context: click.Context) -> Family[Any, Any, Any] | None:
    """The family of the game on the command line; None where none is named yet, or there is no such."""
    from winnable.registry import family_of

    try:
        return family_of(str(context.params.get("game")).partition(":")[0])
    except InputError:
        return None


def _families(context: click.Context) -> Iterable[Family[Any, Any, Any]]:
    """The family of the game on the command line, or all of them while there is none."""
    from winnable.registry import families

    family = _family(context)
    return families().values() if family is None else (family,)


def _game(context: click.Context, usual: str) -> AnyGame:
    """The game on the command line, or the usual one while there is none."""
    from winnable.registry import get_game

    try:
        return get_game(str(context.params.get("game") or usual))
    except InputError:
        return get_game(usual)


def _games(context: click.Context, begun: str) -> Names:
    """Games; after a colon the variants of one, and the names of its options."""
    from winnable.registry import families, family_of

    base, colon, rules = begun.partition(":")
    if not colon:
        return [(name, spec.title) for kin in families().values() for name, spec in kin.games.items()]
    family = family_of(base)
    before = rules.rpartition(",")[0]
    start = f"{base}:{before}," if before else f"{base}:"
    variants = {} if before else family.variants.get(base, {})
    found = [(start + name, spec.title) for name, spec in variants.items()]
    return found + [(start + word, "") for choice in family.choices() for word in _rules(choice)]


def _rules(choice: Choice) -> Iterator[str]:
    """How an option of a game is written: with each of its values, where it takes a few words."""
    words = {"flag": ("true", "false"), "word": choice.words}.get(choice.kind, choice.suggested)
    yield from (f"{choice.name}={word}" for word in words or ("",))


def _variants(context: click.Context, begun: str) -> Names:
    from winnable.registry import variant_specs

    return [(name, spec.title) for name, spec in variant_specs(str(context.params.get("game"))).items()]


def _solvers(context: click.Context, begun: str) -> Names:
    return [(name, kind.summary) for kin in _families(context) for name, kind in kin.solvers().items()]


def _metrics(context: click.Context, begun: str) -> Names:
    asked = context.params.get("solver")
    kinds = [kind for kin in _families(context) for kind in kin.solvers().values()]
    of_solver = [metric for kind in kinds if kind.name == asked for metric in kind.metrics]
    return [(name, "") for name in of_solver or [metric for kind in kinds for metric in kind.metrics]]


def _policies(context: click.Context, begun: str) -> Names:
    from winnable.search.policy import policy_names

    return [(name, "") for name in policy_names(_game(context, "spider"))]


def _algorithms(context: click.Context, begun: str) -> Names:
    """Textbook searches, and those of the game's own; the last of a list with commas."""
    from winnable.search.algorithms import ALGORITHMS

    before = begun.rpartition(",")[0]
    start = f"{before}," if before else ""
    own = {name: kind.summary for kin in _families(context) for name, kind in kin.searches().items()}
    told = {name: info.summary for name, info in ALGORITHMS.items()} | own
    return [(start + name, about) for name, about in told.items() if name not in before.split(",")]


def _algorithm(context: click.Context, begun: str) -> Names:
    return () if "," in begun else _algorithms(context, begun)


def _features(context: click.Context, begun: str) -> Names:
    start = f"{begun.rpartition(',')[0]}," if "," in begun else ""
    known = [kin.features() for kin in _families(context) if kin.features is not None]
    return [(start + name, "") for features in known for name in features.FEATURES]


def _heuristics(context: click.Context, begun: str) -> Names:
    """Weights that have a name, then features to give weights."""
    known = [kin.features() for kin in _families(context) if kin.features is not None]
    named = [(name, "") for features in known for name in features.named()]
    return named + [(f"{name}=", "") for name, _ in _features(context, begun)]


def _choice(option: str) -> Callable[[click.Context, str], Names]:
    """The words of an option of the game, such as the grades of puzzles."""

    def found(context: click.Context, begun: str) -> Names:
        choices = [choice for kin in _families(context) for choice in kin.choices()]
        return [
            (word, "")
            for choice in choices
            if choice.name == option
            for word in choice.words + choice.suggested
        ]

    return found


def _commands(context: click.Context, begun: str) -> Names:
    from winnable.cli.json_keys import COMMANDS

    before = [str(word) for word in context.params.get("names") or ()]
    listed = [name.split() for name in COMMANDS]
    at = len(before)
    return [(words[at], "") for words in listed if words[:at] == before and len(words) > at]


def _profiles(context: click.Context, begun: str) -> Names:
    from winnable.screen.profile import profile_names

    return [(name, "") for name in profile_names()]


def _plots(context: click.Context, begun: str) -> Names:
    from winnable.studies.reports.panels import PLOTS

    return [(name, plot.title) for name, plot in PLOTS.items()]


def _games_or_hand(context: click.Context, begun: str) -> Names:
    """A game, unless one is named already; what follows it is a file."""
    return () if context.params.get("words") else _games(context, begun)


# Parameter, by its name in Python -> the names that it takes.
NAMES: Mapping[str, Callable[[click.Context, str], Names]] = {
    "algorithm": _algorithm,
    "algorithms": _algorithms,
    "features": _features,
    "game": _games,
    "grade": _choice("grade"),
    "hardest": _choice("technique"),
    "heuristic": _heuristics,
    "metric": _metrics,
    "names": _commands,
    "plot": _plots,
    "policy": _policies,
    "profile_name": _profiles,
    "size": _choice("size"),
    "solver": _solvers,
    "technique": _choice("technique"),
    "variant": _variants,
    "words": _games_or_hand,
}
# Parameters that are texts and may be, or be beside a name, the name of a file or of a folder.
FILES = {
    "images": "file",
    "log": "file",
    "moves": "file",
    "position": "file",
    "positions": "file",
    "solution": "file",
    "source": "dir",
    "trace": "file",
    "words": "file",
}


def values_of(parameter: click.Parameter, context: click.Context, begun: str) -> list[CompletionItem]:
    """The names that a parameter takes and that begin so, in any case, and files if it takes those."""
    name = parameter.name or ""
    names = dict(NAMES[name](context, begun)) if name in NAMES else {}
    found = [
        CompletionItem(word, help=about or None)
        for word, about in names.items()
        if word.casefold().startswith(begun.casefold())
    ]
    if name in FILES:
        found.append(CompletionItem(begun, type=FILES[name]))
    return found


def _teach(group: click.Group, words: list[str]) -> None:
    """Lets the parameters of the command that these words call know what they take."""
    command: click.Command | None = group
    context = click.Context(group)
    left = list(words)
    while left and isinstance(command, click.Group):
        word = left.pop(0)
        if not word.startswith("-"):
            command = command.get_command(context, word)
    if command is None or isinstance(command, click.Group):
        return
    # Click takes the other words for nothing while an option at the end lacks its value.
    whole = left[:-1] if left and left[-1].startswith("-") else left
    context = command.make_context(command.name, whole, resilient_parsing=True)
    for parameter in command.params:
        if parameter.name in NAMES or parameter.name in FILES:
            setattr(parameter, "shell_complete", _asked_of(parameter, context))  # noqa: B010  # mypy: a method


def _asked_of(
    parameter: click.Parameter, context: click.Context
) -> Callable[[click.Context, str], list[CompletionItem]]:
    return lambda _, begun: values_of(parameter, context, begun)


# --- the shells -----------------------------------------------------------------------------


class _Asked(ShellComplete):
    """A shell whose questions are answered with our names, too."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        assert isinstance(self.cli, click.Group)
        _teach(self.cli, args)
        option, equals, _ = incomplete.partition("=")
        start = option + equals if equals and option.startswith("--") else ""
        found = super().get_completions(args, incomplete)
        if not start:
            return found
        return [
            item if item.type != "plain" else CompletionItem(start + item.value, help=item.help)
            for item in found
        ]


class _Bash(_Asked):
    """Bash, with words such as ``pyramid:hoyle`` whole: it takes them apart at each colon, and click's own
    script does not put them together again."""

    name: ClassVar[str] = "bash"
    source_template: ClassVar[str] = """\
%(complete_func)s() {
    local IFS=$'\\n' line kind value plain=() files=
    local begun=${COMP_WORDS[COMP_CWORD]}
    for line in $(env COMP_LINE="${COMP_LINE:0:COMP_POINT}" COMP_BREAKS="$COMP_WORDBREAKS" \\
            %(complete_var)s=bash_complete "$1"); do
        kind=${line%%%%,*} value=${line#*,}
        if [[ $kind == plain ]]; then plain+=("$value"); else files=$kind; fi
    done
    COMPREPLY=("${plain[@]}")
    if [[ $begun == [:=] ]]; then begun=; fi
    if [[ -z $files ]]; then
        if [[ ${#plain[@]} == 1 && ${plain[0]} == *[=:] ]]; then compopt -o nospace; fi
    elif [[ ${#plain[@]} != 0 ]]; then
        COMPREPLY+=($(compgen -A "${files/dir/directory}" -- "$begun"))
        compopt -o filenames
    elif [[ $files == dir ]]; then compopt -o dirnames
    else compopt -o default
    fi
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""

    def get_completion_args(self) -> tuple[list[str], str]:
        line = os.environ["COMP_LINE"]
        words = split_arg_string(line)
        whole = not line or line[-1].isspace()  # a word that ends in a blank that is quoted is not completed
        return (words[1:], "") if whole else (words[1:-1], words[-1])

    def format_completion(self, item: CompletionItem) -> str:
        breaks = os.environ.get("COMP_BREAKS", "")
        _, begun = self.get_completion_args()
        cut = max((begun.rfind(mark) for mark in ":=" if mark in breaks), default=-1) + 1
        return f"{item.type},{item.value[cut:]}"


class _Zsh(_Asked, ZshComplete):
    """Zsh, by click's script."""


class _Fish(_Asked, FishComplete):
    """Fish; in click's script a comma ends a name and what is said of it."""

    source_template: ClassVar[str] = """\
function %(complete_func)s
    for answer in (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp | string collect) \\
            COMP_CWORD=(commandline -t) %(prog_name)s)
        set -l found (string split -m 1 "," -- $answer)
        switch $found[1]
            case dir
                __fish_complete_directories $found[2]
            case file
                __fish_complete_path $found[2]
            case plain
                echo $found[2]
        end
    end
end
complete --command %(prog_name)s --no-files --keep-order --arguments "(%(complete_func)s)"
"""


def _register() -> None:
    for shell in (_Bash, _Zsh, _Fish):
        add_completion_class(shell)


def script_for(shell: str) -> str:
    """The script of a shell, by name."""
    from winnable.cli.main import cli

    _register()
    kind = get_completion_class(shell)
    assert kind is not None
    return kind(cli, {}, _PROGRAM, VARIABLE).source()


def answer_shell(group: click.Group) -> int:
    """Prints what can stand next on the line that a shell asks about; the exit code says whether it asked
    well. What is wrong on the line is told when it is run, so here it only has no completions."""
    _register()
    try:
        return shell_complete(group, {}, _PROGRAM, VARIABLE, os.environ[VARIABLE])
    except InputError:
        return 0
