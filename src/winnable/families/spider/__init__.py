"""Spider and its kin: pile-building games with face-down cards, a stock, or runs that leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from winnable.families.spider.games import MRS_MOP, SCORPION, SPIDER, SPIDERETTE, WILL_O_THE_WISP
from winnable.family import Family, Spec

if TYPE_CHECKING:
    from winnable._core import PatienceMove, SpiderPosition
    from winnable.analysis.hint import Adviser, Reasons
    from winnable.analysis.measured import Measured
    from winnable.analysis.refusal import Refuse
    from winnable.analysis.scenes import SceneMaker
    from winnable.choices import Choice, Preset
    from winnable.contract import FamilyKeys
    from winnable.families.spider.game import SpiderGame
    from winnable.search.features import WeightedFeatures
    from winnable.search.policy import Policies, Trainer
    from winnable.search.solvers import SolverKind
    from winnable.testing.strategies import FamilyStrategies
    from winnable.text.answers import Answers
    from winnable.text.laid import TableWriter
    from winnable.text.log import LogFormat
    from winnable.text.readers import FamilyReaders
    from winnable.text.reveals import Reveals
    from winnable.text.solution import Solutions

__all__ = ["FAMILY"]


def _make(spec: Spec, variant: Spec | None, options: Mapping[str, str]) -> SpiderGame:
    from winnable.families.spider.game import SpiderGame

    return SpiderGame(variant or spec, options)


def _choices() -> Sequence[Choice]:
    from winnable.families.patience.options import OPTIONS

    return OPTIONS


def _presets() -> Mapping[str, Sequence[Preset]]:
    from winnable.families.spider.presets import PRESETS

    return PRESETS


def _describe(game: SpiderGame, position: SpiderPosition, move: PatienceMove) -> str:
    from winnable.families.spider.words import describe_move

    return describe_move(game, position, move)


def _readers() -> FamilyReaders:
    from winnable.families.spider.readers import READERS

    return READERS


def _forms() -> Mapping[str, Any]:
    from winnable.families.spider.readers import FORMS

    return FORMS


def _json(game: SpiderGame, position: SpiderPosition) -> dict[str, Any]:
    from winnable.families.spider.readers import position_data

    return position_data(game, position)


def _json_keys() -> FamilyKeys:
    from winnable.families.spider.keys import KEYS

    return KEYS


def _scene() -> SceneMaker:
    from winnable.families.spider.scene import scene

    return scene


def _solutions() -> Solutions[SpiderGame, SpiderPosition, PatienceMove]:
    from winnable.families.spider.solution_text import SOLUTIONS

    return SOLUTIONS


def _answers() -> type[Answers[SpiderGame]]:
    from winnable.families.spider.answers import SpiderAnswers

    return SpiderAnswers


def _solvers() -> Mapping[str, SolverKind[SpiderGame]]:
    from winnable.families.spider.solver import SOLVERS

    return SOLVERS


def _features() -> type[WeightedFeatures]:
    from winnable.families.spider.features import SpiderHeuristic

    return SpiderHeuristic


def _search(
    game: SpiderGame,
    position: SpiderPosition,
    spec: Any,
    weights: list[tuple[str, float]],
    moves: Mapping[str, Any],
    token: Any,
    on_events: Any,
) -> tuple[Any, ...]:
    from winnable import _core

    return _core.search_spider(game.core, position, spec, weights, token, on_events)


def _reasons() -> Reasons[SpiderGame, SpiderPosition, PatienceMove]:
    from winnable.families.spider.reasons import REASONS

    return REASONS


def _refuse() -> Refuse[SpiderGame, SpiderPosition]:
    from winnable.families.patience.refusal import refuse

    return refuse


def _advise() -> Adviser[SpiderGame]:
    from winnable.families.spider.hint import hint

    return hint


def _policies() -> Policies:
    from winnable.families.spider.policy import POLICIES

    return POLICIES


def _trainer() -> Trainer:
    from winnable.families.spider.train import TRAINER

    return TRAINER


def _log() -> LogFormat:
    from winnable.families.spider.log import LOG

    return LOG


def _reveals() -> Reveals[SpiderGame, SpiderPosition, Any]:
    from winnable.families.spider.reveals import REVEALS

    return REVEALS


def _measured() -> Mapping[str, Sequence[Measured]]:
    from winnable.families.spider.measured import MEASURED

    return MEASURED


def _strategies() -> FamilyStrategies[SpiderGame]:
    from winnable.families.spider import strategies

    return strategies


def _table_text() -> TableWriter:
    from winnable.families.spider.seen import table_text

    return table_text


FAMILY: Final[Family[SpiderGame, SpiderPosition, PatienceMove]] = Family(
    name="spider",
    games={spec.name: spec for spec in (SPIDER, SPIDERETTE, WILL_O_THE_WISP, MRS_MOP, SCORPION)},
    base="patience",
    make=_make,
    option="as in spider:suits=2",
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
    advise=_advise,
    policies=_policies,
    trainer=_trainer,
    log=_log,
    reveals=_reveals,
    measured=_measured,
    table_text=_table_text,
    strategies=_strategies,
)
