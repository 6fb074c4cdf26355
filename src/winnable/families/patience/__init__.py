"""FreeCell and its kin: games that build on piles with every card seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.families.patience.games.bakers_dozen import BAKERS_DOZEN
from winnable.families.patience.games.bakers_game import BAKERS_GAME, KO_BAKERS
from winnable.families.patience.games.castle import BELEAGUERED_CASTLE, CITADEL, STREETS_AND_ALLEYS
from winnable.families.patience.games.eight_off import EIGHT_OFF
from winnable.families.patience.games.freecell import FORECELL, FREECELL, RELAXED
from winnable.families.patience.games.penguin import PENGUIN
from winnable.families.patience.games.seahaven import SEAHAVEN
from winnable.families.patience.games.simple_simon import SIMPLE_SIMON
from winnable.family import Family, Spec

if TYPE_CHECKING:
    from winnable._core import PatienceMove, PatiencePosition
    from winnable.analysis.difficulty import GraderKind
    from winnable.analysis.hint import Reasons
    from winnable.analysis.measured import Measured
    from winnable.analysis.refusal import Refuse
    from winnable.analysis.scenes import SceneMaker
    from winnable.choices import Choice, Preset
    from winnable.contract import FamilyKeys
    from winnable.families.patience.game import PatienceGame
    from winnable.search.features import WeightedFeatures
    from winnable.search.solvers import SolverKind
    from winnable.testing.strategies import FamilyStrategies
    from winnable.text.answers import Answers
    from winnable.text.laid import TableWriter
    from winnable.text.readers import FamilyReaders
    from winnable.text.solution import Solutions

__all__ = ["FAMILY"]


def _make(spec: Spec, variant: Spec | None, options: Mapping[str, str]) -> PatienceGame:
    from winnable.families.patience.game import PatienceGame

    return PatienceGame(variant or spec, options)


def _choices() -> Sequence[Choice]:
    from winnable.families.patience.options import OPTIONS

    return OPTIONS


def _presets() -> Mapping[str, Sequence[Preset]]:
    from winnable.families.patience.presets import PRESETS

    return PRESETS


def _describe(game: PatienceGame, position: PatiencePosition, move: PatienceMove) -> str:
    from winnable.families.patience.words import describe_move

    return describe_move(game, position, move)


def _readers() -> FamilyReaders:
    from winnable.families.patience.readers import READERS

    return READERS


def _forms() -> Mapping[str, Any]:
    from winnable.families.patience.readers import FORMS

    return FORMS


def _json(game: PatienceGame, position: PatiencePosition) -> dict[str, Any]:
    from winnable.families.patience.readers import position_data

    return position_data(game, position)


def _json_keys() -> FamilyKeys:
    from winnable.families.patience.keys import KEYS

    return KEYS


def _scene() -> SceneMaker:
    from winnable.families.patience.scene import scene

    return scene


def _solutions() -> Solutions[PatienceGame, PatiencePosition, PatienceMove]:
    from winnable.families.patience.solution_text import SOLUTIONS

    return SOLUTIONS


def _answers() -> type[Answers[PatienceGame]]:
    from winnable.families.patience.answers import PatienceAnswers

    return PatienceAnswers


def _solvers() -> Mapping[str, SolverKind[PatienceGame]]:
    from winnable.families.patience.solver import SOLVERS

    return SOLVERS


def _features() -> type[WeightedFeatures]:
    from winnable.families.patience.features import Heuristic

    return Heuristic


def _search(
    game: PatienceGame,
    position: PatiencePosition,
    spec: Any,
    weights: list[tuple[str, float]],
    moves: Mapping[str, Any],
    token: Any,
    on_events: Any,
) -> tuple[Any, ...]:
    from winnable import _core

    options = _core.PatienceSearchOptions(moves["autoplay"], moves["supermoves"], moves["off_foundation"])
    return _core.search_patience(game.core, position, spec, weights, options, token, on_events)


def _reasons() -> Reasons[PatienceGame, PatiencePosition, PatienceMove]:
    from winnable.families.patience.reasons import REASONS

    return REASONS


def _refuse() -> Refuse[PatienceGame, PatiencePosition]:
    from winnable.families.patience.refusal import refuse

    return refuse


def _grader() -> GraderKind[PatienceGame, PatiencePosition]:
    from winnable.families.patience.difficulty import GRADER

    return GRADER


def _measured() -> Mapping[str, Sequence[Measured]]:
    from winnable.families.patience.measured import MEASURED

    return MEASURED


def _strategies() -> FamilyStrategies[PatienceGame]:
    from winnable.families.patience import strategies

    return strategies


_GAMES: Final = (
    FREECELL,
    RELAXED,
    FORECELL,
    BAKERS_GAME,
    KO_BAKERS,
    EIGHT_OFF,
    SEAHAVEN,
    PENGUIN,
    BELEAGUERED_CASTLE,
    STREETS_AND_ALLEYS,
    CITADEL,
    BAKERS_DOZEN,
    SIMPLE_SIMON,
)


def _table_text() -> TableWriter:
    from winnable.families.patience.seen import table_text

    return table_text


FAMILY: Final[Family[PatienceGame, PatiencePosition, PatienceMove]] = Family(
    name="patience",
    games={spec.name: spec for spec in _GAMES},
    make=_make,
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
    search_options=("autoplay", "supermoves", "off_foundation"),
    reasons=_reasons,
    refuse=_refuse,
    grader=_grader,
    measured=_measured,
    table_text=_table_text,
    strategies=_strategies,
)
