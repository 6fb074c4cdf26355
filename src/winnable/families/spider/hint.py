"""A move of Spider or its kin as a policy makes it, from what the player sees, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from winnable._core import Observation
from winnable.analysis.hint import Hint
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.reasons import why_plan
from winnable.families.spider.words import describe_seen, effects, why_stuck
from winnable.game import Outcome
from winnable.search.api import StopReason, Verdict

__all__ = ["Decider", "PolicyHint", "hint"]


class Decider(Protocol):
    """A policy: what is seen and a seed in, moves to make now out; none where it gives up."""

    def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
        """The moves, in order; those after one that turns a card or deals a row are not made."""
        ...


@dataclass(frozen=True, slots=True)
class PolicyHint(Hint[PatienceMove]):
    """A policy's move; ``line`` is what it means to play until a card is turned or a row dealt.

    Whether the game can be won is UNKNOWN, unless it is won already or no move is left.
    """

    policy: str = ""

    def data(self) -> dict[str, Any]:
        """As a value that JSON can hold."""
        return Hint.data(self) | {"policy": self.policy}


def hint(
    game: SpiderGame,
    seen: Observation,
    *,
    policy: str | None = None,
    seed: int = 0,
    decider: Decider | None = None,
) -> PolicyHint:
    """The move of a policy, which knows what is seen and nothing else, with reasons that can be checked.

    ``policy`` is one of ``policy_names(game)``, the strongest by default; ``decider`` is used instead where
    it is given. The hint names the policy that was given or asked.

    Raises:
        InputError: there is no such policy for this game, or by default none that plays better than chance.
    """
    world = game.determinise(seen, Random(0))  # any: what is said holds in all of them
    outcome = game.outcome(world)
    if outcome is Outcome.WON:
        return _without_move(policy, Verdict.SOLVED, StopReason.GOAL, "the game is won already")
    if outcome is Outcome.STUCK:
        why = f"lost: {why_stuck(seen)}"
        return _without_move(policy, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, why)
    if decider is None:
        from winnable.families.spider.policy import make_policy
        from winnable.search.policy import strongest_policy

        policy = policy or strongest_policy(game, "open_cards=True, or a policy by name")
        decider = make_policy(game, policy)
    plan = _until_news(decider.decide(seen, seed), game, world)
    if not plan:
        why = f"the policy gives up: it sees no use in the {len(game.legal_moves(world))} moves that are left"
        return _without_move(policy, Verdict.UNKNOWN, StopReason.INCOMPLETE, why)
    return PolicyHint(
        verdict=Verdict.UNKNOWN,
        reason=StopReason.INCOMPLETE,
        move=plan[0],
        move_text=game.notation.format(world, plan[0]),
        words=describe_seen(seen, plan[0], bare=True),
        why=tuple(why_plan(game, seen, plan)),
        line=_texts(game, world, plan),
        others=(),
        policy=policy or "",
    )


def _until_news(plan: Sequence[PatienceMove], game: SpiderGame, world: SpiderPosition) -> list[PatienceMove]:
    """The plan up to the first move after which more is seen."""
    out = []
    for move in plan:
        out.append(move)
        done = effects(game.observe(world), move)
        if done.turned or done.dealt:
            break
        world = game.play(world, move)
    return out


def _texts(game: SpiderGame, world: SpiderPosition, plan: Sequence[PatienceMove]) -> tuple[str, ...]:
    texts = []
    for move in plan:
        texts.append(game.notation.format(world, move))
        world = game.play(world, move)
    return tuple(texts)


def _without_move(policy: str | None, verdict: Verdict, reason: StopReason, why: str) -> PolicyHint:
    return PolicyHint(verdict, reason, None, "", "", (why,), (), (), policy=policy or "")
