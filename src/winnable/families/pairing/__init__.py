"""Pyramid and its kin: games in which pairs of cards leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.families.pairing.pyramid import PYRAMID, VARIANTS
from winnable.family import Family, Spec

if TYPE_CHECKING:
    from winnable._core import PairingMove, PairingPosition
    from winnable.analysis.difficulty import GraderKind
    from winnable.analysis.hint import Adviser, Reasons
    from winnable.analysis.measured import Measured
    from winnable.analysis.refusal import Refuse
    from winnable.analysis.review import ReviewKind
    from winnable.analysis.scenes import SceneMaker
    from winnable.choices import Choice, Preset
    from winnable.contract import FamilyKeys
    from winnable.families.pairing.game import PairingGame
    from winnable.search.algorithms import SearchKind
    from winnable.search.features import WeightedFeatures
    from winnable.search.policy import Policies
    from winnable.search.solvers import SolverKind
    from winnable.testing.strategies import FamilyStrategies
    from winnable.text.answers import Answers
    from winnable.text.laid import TableWriter
    from winnable.text.readers import FamilyReaders
    from winnable.text.solution import Solutions

__all__ = ["FAMILY"]


def _make(spec: Spec, variant: Spec | None, options: Mapping[str, str]) -> PairingGame:
    from winnable.families.pairing.game import PairingGame

    return PairingGame(spec, variant, options)


def _choices() -> Sequence[Choice]:
    from winnable.families.pairing.options import OPTIONS

    return OPTIONS


def _presets() -> Mapping[str, Sequence[Preset]]:
    from winnable.families.pairing.presets import PRESETS

    return PRESETS


def _describe(game: PairingGame, position: PairingPosition, move: PairingMove) -> str:
    from winnable.families.pairing.words import describe_move

    return describe_move(game, position, move)


def _readers() -> FamilyReaders:
    from winnable.families.pairing.readers import READERS

    return READERS


def _forms() -> Mapping[str, Any]:
    from winnable.families.pairing.readers import FORMS

    return FORMS


def _json(game: PairingGame, position: PairingPosition) -> dict[str, Any]:
    from winnable.families.pairing.readers import position_data

    return position_data(game, position)


def _json_keys() -> FamilyKeys:
    from winnable.families.pairing.keys import KEYS

    return KEYS


def _scene() -> SceneMaker:
    from winnable.families.pairing.scene import scene

    return scene


def _solutions() -> Solutions[PairingGame, PairingPosition, PairingMove]:
    from winnable.families.pairing.solution_text import SOLUTIONS

    return SOLUTIONS


def _answers() -> type[Answers[PairingGame]]:
    from winnable.families.pairing.answers import PairingAnswers

    return PairingAnswers


def _solvers() -> Mapping[str, SolverKind[PairingGame]]:
    from winnable.families.pairing.solver import SOLVERS

    return SOLVERS


def _features() -> type[WeightedFeatures]:
    from winnable.families.pairing.features import PairingHeuristic

    return PairingHeuristic


def _search(
    game: PairingGame,
    position: PairingPosition,
    spec: Any,
    weights: list[tuple[str, float]],
    moves: Mapping[str, Any],
    token: Any,
    on_events: Any,
) -> tuple[Any, ...]:
    from winnable import _core

    return _core.search_pairing(game.core, position, spec, weights, token, on_events)


def _reasons() -> Reasons[PairingGame, PairingPosition, PairingMove]:
    from winnable.families.pairing.reasons import REASONS

    return REASONS


def _refuse() -> Refuse[PairingGame, PairingPosition]:
    from winnable.families.pairing.refusal import refuse

    return refuse


def _advise() -> Adviser[PairingGame]:
    from winnable.families.pairing.hint import hint

    return hint


def _policies() -> Policies:
    from winnable.families.pairing.policy import POLICIES

    return POLICIES


def _review() -> ReviewKind[PairingGame, PairingPosition, PairingMove]:
    from winnable.families.pairing.reasons import REVIEW

    return REVIEW


def _searches() -> Mapping[str, SearchKind]:
    from winnable.families.pairing.thesis import SEARCHES

    return SEARCHES


def _grader() -> GraderKind[PairingGame, PairingPosition]:
    from winnable.families.pairing.difficulty import GRADER

    return GRADER


def _measured() -> Mapping[str, Sequence[Measured]]:
    from winnable.families.pairing.measured import MEASURED

    return MEASURED


def _strategies() -> FamilyStrategies[PairingGame]:
    from winnable.families.pairing import strategies

    return strategies


def _table_text() -> TableWriter:
    from winnable.families.pairing.seen import table_text

    return table_text


FAMILY: Final[Family[PairingGame, PairingPosition, PairingMove]] = Family(
    name="pairing",
    games={"pyramid": PYRAMID},
    variants={"pyramid": VARIANTS},
    make=_make,
    option="as in pyramid:passes=2",
    choices=_choices,
    presets=_presets,
    describe=_describe,
    readers=_readers,
    forms=_forms,
    json=_json,
    json_keys=_json_keys,
    scene=_scene,
    solutions=_solutions,
    answers=_answers,
    solvers=_solvers,
    features=_features,
    native_search=_search,
    reasons=_reasons,
    refuse=_refuse,
    searches=_searches,
    review=_review,
    advise=_advise,
    policies=_policies,
    grader=_grader,
    measured=_measured,
    table_text=_table_text,
    strategies=_strategies,
)
