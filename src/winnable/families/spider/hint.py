"""A move of Spider or its kin as a policy makes it, from what the player sees, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol

from winnable._core import Observation
from winnable.analysis.hint import Hint
from winnable.analysis.hint import hint as solver_hint
from winnable.families.spider.game import PatienceMove, SpiderGame, SpiderPosition
from winnable.families.spider.reasons import why_plan
from winnable.families.spider.words import card_words, describe_seen, effects, why_stuck
from winnable.families.spider.worlds import MOST_WAYS, decide, sure_policy, told, told_sure, ways, ways_of
from winnable.game import Outcome
from winnable.search.api import Limits, StopReason, Verdict

__all__ = ["Decider", "PolicyHint", "hint"]

_REASONS: Final = {
    Verdict.SOLVED: StopReason.GOAL,
    Verdict.UNSOLVABLE: StopReason.EXHAUSTED,
    Verdict.UNKNOWN: StopReason.INCOMPLETE,
}
_KNOWN_NODES: Final = 200_000  # for the solver, where nothing is hidden from it
_OTHERWISE: Final = "open_cards=True (--open), or a policy by name"


class Decider(Protocol):
    """A policy: what is seen and a seed in, moves to make now out; none where it gives up."""

    def decide(self, observation: Observation, seed: int) -> Sequence[PatienceMove]:
        """The moves, in order; those after one that turns a card or deals a row are not made."""
        ...


@dataclass(frozen=True, slots=True)
class PolicyHint(Hint[PatienceMove]):
    """A policy's move; ``line`` is what it means to play until a card is turned or a row dealt.

    Whether the game can be won is UNKNOWN, unless it is won already, lost at sight, or what is hidden may lie
    in few ways (``winnable.families.spider.worlds``). Where it can lie in one way only and no policy was
    asked for, the move and the whole line are the solver's, and ``policy`` is empty.
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
    over = _over(game, seen, world, policy)
    if over is not None:
        return over
    worlds = list(ways_of(game, seen)) if ways(seen) <= MOST_WAYS else []
    if len(worlds) == 1 and policy is None and decider is None:
        return _known(game, seen, worlds[0])
    verdict, clauses, sure = _what_may_lie(game, seen, worlds, seed)
    reason = _REASONS[verdict]
    if verdict is Verdict.UNSOLVABLE:
        return _without_move(policy, verdict, reason, *clauses)
    if decider is None:
        from winnable.families.spider.policy import make_policy, policy_names
        from winnable.search.policy import strongest_policy

        if policy is None and clauses and policy_names(game) == ("random",):
            return _without_move(policy, verdict, reason, *clauses)
        policy = policy or sure or strongest_policy(game, _OTHERWISE)
        decider = make_policy(game, policy)
    plan = _until_news(decider.decide(seen, seed), game, world)
    if not plan:
        left = len(game.legal_moves(world))
        moves = "move that is" if left == 1 else f"{left} moves that are"
        why = f"the policy gives up: it sees no use in the {moves} left"
        return _without_move(policy, verdict, reason, *clauses, why)
    return PolicyHint(
        verdict=verdict,
        reason=reason,
        move=plan[0],
        move_text=game.notation.format(world, plan[0]),
        words=describe_seen(game, seen, plan[0], bare=True),
        why=(*why_plan(game, seen, plan), *clauses),
        line=_texts(game, world, plan),
        others=(),
        policy=policy or "",
    )


def _what_may_lie(
    game: SpiderGame, seen: Observation, worlds: Sequence[SpiderPosition], seed: int
) -> tuple[Verdict, list[str], str]:
    """What the ways that hidden cards may lie decide, what to say of it, and the policy that wins all."""
    if not worlds:
        return Verdict.UNKNOWN, [], ""
    found = decide(game, worlds)
    if found.lost == found.ways:
        return Verdict.UNSOLVABLE, [told(seen, found)], ""
    if found.ways == 1:
        return (Verdict.SOLVED, [told(seen, found)], "") if found.won else (Verdict.UNKNOWN, [], "")
    sure = sure_policy(game, worlds, seed) if found.won == found.ways else ""
    if sure:
        return Verdict.SOLVED, [told_sure(seen, found, sure)], sure
    return Verdict.UNKNOWN, [told(seen, found)], ""


def _over(
    game: SpiderGame, seen: Observation, world: SpiderPosition, policy: str | None
) -> PolicyHint | None:
    """What there is to say where no move is of use, whatever lies hidden."""
    outcome = game.outcome(world)
    if outcome is Outcome.WON:
        return _without_move(policy, Verdict.SOLVED, StopReason.GOAL, "the game is won already")
    why = world.dead_end or (why_stuck(seen) if outcome is Outcome.STUCK else "")
    if not why:
        return None
    return _without_move(policy, Verdict.UNSOLVABLE, StopReason.EXHAUSTED, f"lost: {why}")


def _known(game: SpiderGame, seen: Observation, world: SpiderPosition) -> PolicyHint:
    """The solver's hint, where what is hidden can only be one thing."""
    found = solver_hint(game, world, limits=Limits(nodes=_KNOWN_NODES), open_cards=True)
    why = (*found.why, _what_hides(seen))
    return PolicyHint(
        found.verdict, found.reason, found.move, found.move_text, found.words, why, found.line, found.others
    )


def _what_hides(seen: Observation) -> str:
    """What is hidden where it can only be one thing."""
    kinds = [card for card, number in enumerate(seen.unseen) if number]
    if not kinds:
        return "no card is hidden"
    number = sum(seen.unseen)
    which = "the hidden card can only be" if number == 1 else f"each of the {number} hidden cards can only be"
    return f"{which} the {card_words(kinds[0])}"


def _until_news(plan: Sequence[PatienceMove], game: SpiderGame, world: SpiderPosition) -> list[PatienceMove]:
    """The plan up to the first move after which more is seen."""
    out = []
    for move in plan:
        out.append(move)
        done = effects(game, game.observe(world), move)
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


def _without_move(policy: str | None, verdict: Verdict, reason: StopReason, *why: str) -> PolicyHint:
    return PolicyHint(verdict, reason, None, "", "", tuple(filter(None, why)), (), (), policy=policy or "")
