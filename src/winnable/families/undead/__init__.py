"""Simon Tatham's Undead: monsters among mirrors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.family import Family, Spec

if TYPE_CHECKING:
    from winnable._core import UndeadMove, UndeadPosition
    from winnable.analysis.difficulty import GraderKind
    from winnable.analysis.explain import Explainer
    from winnable.analysis.generate import Generator
    from winnable.analysis.hint import HintMaker, Reasons
    from winnable.analysis.mistakes import MistakeFinder
    from winnable.analysis.review import ReviewKind
    from winnable.analysis.scenes import SceneMaker
    from winnable.choices import Choice, Preset
    from winnable.contract import FamilyKeys
    from winnable.families.undead.game import UndeadGame
    from winnable.search.algorithms import SearchKind
    from winnable.search.features import WeightedFeatures
    from winnable.search.solvers import SolverKind
    from winnable.testing.strategies import FamilyStrategies
    from winnable.text.answers import Answers
    from winnable.text.marks import MarkKind
    from winnable.text.readers import FamilyReaders
    from winnable.text.solution import Solutions

__all__ = ["FAMILY"]


def _make(spec: Spec, variant: Spec | None, options: Mapping[str, str]) -> UndeadGame:
    from winnable.families.undead.game import UndeadGame

    return UndeadGame(options, spec=spec)


def _told_rules(game: UndeadGame) -> list[str]:
    """The rules, which are the same for all boards, and what may be asked of boards made from seeds."""
    from winnable.families.undead.words import RULES

    asked = f"boards from seeds can be asked for by {', '.join(game.info.options)}: undead:size=7x7"
    return [*(f"{key} = {text}" for key, text in RULES.items()), asked]


def _choices() -> Sequence[Choice]:
    from winnable.families.undead.options import OPTIONS

    return OPTIONS


def _presets() -> Mapping[str, Sequence[Preset]]:
    from winnable.families.undead.presets import PRESETS

    return PRESETS


def _describe(game: UndeadGame, position: UndeadPosition, move: UndeadMove) -> str:
    from winnable.families.undead.words import describe_move

    return describe_move(game, position, move)


def _readers() -> FamilyReaders:
    from winnable.families.undead.readers import READERS

    return READERS


def _forms() -> Mapping[str, Any]:
    from winnable.families.undead.readers import FORMS

    return FORMS


def _noted_forms() -> Mapping[str, Any]:
    from winnable.families.undead.readers import NOTED_FORMS

    return NOTED_FORMS


def _form_warnings() -> Mapping[str, Any]:
    from winnable.families.undead.readers import FORM_WARNINGS

    return FORM_WARNINGS


def _json(game: UndeadGame, position: UndeadPosition) -> dict[str, Any]:
    from winnable.families.undead.readers import position_data

    return position_data(game, position)


def _json_keys() -> FamilyKeys:
    from winnable.families.undead.keys import KEYS

    return KEYS


def _scene() -> SceneMaker:
    from winnable.families.undead.scene import scene

    return scene


def _solutions() -> Solutions[UndeadGame, UndeadPosition, UndeadMove]:
    from winnable.families.undead.solution_text import SOLUTIONS

    return SOLUTIONS


def _answers() -> type[Answers[UndeadGame]]:
    from winnable.families.undead.answers import UndeadAnswers

    return UndeadAnswers


def _solvers() -> Mapping[str, SolverKind[UndeadGame]]:
    from winnable.families.undead.solver import SOLVERS

    return SOLVERS


def _features() -> type[WeightedFeatures]:
    from winnable.families.undead.features import UndeadHeuristic

    return UndeadHeuristic


def _search(
    game: UndeadGame,
    position: UndeadPosition,
    spec: Any,
    weights: list[tuple[str, float]],
    moves: Mapping[str, Any],
    token: Any,
    on_events: Any,
) -> tuple[Any, ...]:
    from winnable import _core

    return _core.search_undead(position, spec, weights, token, on_events)


def _reasons() -> Reasons[UndeadGame, UndeadPosition, UndeadMove]:
    from winnable.families.undead.mistakes import REASONS

    return REASONS


def _review() -> ReviewKind[UndeadGame, UndeadPosition, UndeadMove]:
    from winnable.families.undead.mistakes import REVIEW

    return REVIEW


def _hint() -> HintMaker[UndeadGame, UndeadPosition]:
    from winnable.families.undead.hint import hint

    return hint


def _searches() -> Mapping[str, SearchKind]:
    from winnable.families.undead.methods import SEARCHES

    return SEARCHES


def _explain() -> Explainer[UndeadGame, UndeadPosition]:
    from winnable.families.undead.explained import EXPLAINER

    return EXPLAINER


def _mistakes() -> MistakeFinder[UndeadGame, UndeadPosition]:
    from winnable.families.undead.checked import look_for_mistakes

    return look_for_mistakes


def _marks() -> MarkKind[UndeadPosition]:
    from winnable.families.undead.marks import MARKS

    return MARKS


def _grader() -> GraderKind[UndeadGame, UndeadPosition]:
    from winnable.families.undead.grade import GRADER

    return GRADER


def _generator() -> Generator[UndeadGame]:
    from winnable.families.undead.generate import GENERATOR

    return GENERATOR


def _strategies() -> FamilyStrategies[UndeadGame]:
    from winnable.families.undead import strategies

    return strategies


_UNDEAD: Final = Spec(
    name="undead",
    title="Undead",
    summary="fill in ghosts, vampires and zombies among mirrors so that every sighting is right",
)

FAMILY: Final[Family[UndeadGame, UndeadPosition, UndeadMove]] = Family(
    name="undead",
    games={"undead": _UNDEAD},
    option="as in undead:size=7x7",
    told_rules=_told_rules,
    make=_make,
    choices=_choices,
    presets=_presets,
    describe=_describe,
    readers=_readers,
    forms=_forms,
    noted_forms=_noted_forms,
    form_warnings=_form_warnings,
    json=_json,
    json_keys=_json_keys,
    scene=_scene,
    solutions=_solutions,
    answers=_answers,
    solvers=_solvers,
    features=_features,
    native_search=_search,
    reasons=_reasons,
    searches=_searches,
    review=_review,
    hint=_hint,
    explain=_explain,
    mistakes=_mistakes,
    marks=_marks,
    grader=_grader,
    generator=_generator,
    strategies=_strategies,
)
