"""What games of patience print as JSON beside what all games do."""

from __future__ import annotations

from typing import Final

from winnable.contract import (
    COUNT,
    NUMBER,
    SHARE,
    TEXT,
    TRUTH,
    FamilyKeys,
    Form,
    Key,
    by_name,
    listed,
    object_of,
    one_of,
    or_null,
    pick,
)

__all__ = ["KEYS"]

_AUTOPLAY: Final = Form(
    {"autoplay": Key(one_of("none", "horne", "safe", "max"), "what makes the moves left out")}
)
_GAMES: Final = {
    "games": Key(COUNT, "how many a simulated player played of the position", "games"),
    "wins": Key(COUNT, "those that it won", "games"),
    "left": Key(
        NUMBER,
        "the mean number of cards not home at the end; where only whole suits leave, those in suit on the "
        "next one count as home",
        "cards",
    ),
    "lost_after": Key(
        or_null(NUMBER),
        "the mean length of the lost ones; null where none was lost",
        "moves, safe ones home not counted",
    ),
    "positions": Key(COUNT, "positions that the player judged"),
}

_PLAY: Final = {
    "hasty": Key(object_of("played"), "games of a player that looks at what each move leads to"),
    "careful": Key(object_of("played"), "games of a player that looks a move further"),
    "choices": Key(
        COUNT, "moves along the shortest win known, those that lead to equal positions once", "moves"
    ),
    "winning": Key(COUNT, "those after which a win was found", "moves"),
    "losing": Key(COUNT, "those that are proved to lose; of the rest neither is known", "moves"),
    "losing_share": Key(SHARE, "the losing ones among all"),
    "places": Key(COUNT, "positions on that way with more than one move", "positions"),
    "narrow": Key(COUNT, "those of them at which at most two moves are known to win", "positions"),
    "first_trap": Key(
        COUNT, "the first move at whose place another loses or is not known to win, from 1; 0: there is none"
    ),
    "cells": Key(
        or_null(COUNT), "the fewest with which a win was found; null in games without cells", "cells"
    ),
    "cells_proved": Key(or_null(TRUTH), "are fewer proved not to do? null in games without cells"),
}

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                **pick("columns"),
                "cells": Key(listed(or_null(TEXT)), "the cells; null is an empty one"),
                "foundations": Key(
                    by_name(COUNT), "how many cards lie on the foundation of each suit", "cards"
                ),
                "base": Key(TEXT, "the rank that the foundations begin with"),
            }
        ),
        "answer": _AUTOPLAY,
        "check": _AUTOPLAY,
        "difficulty": Form(
            {
                "rating": Key(
                    or_null(NUMBER), "the number that the level is made of; null where it was not measured"
                ),
                "play": Key(or_null(object_of("play")), "what was measured; null where nothing was"),
                **pick("moves", "length"),
            }
        ),
    },
    {"play": Form(_PLAY), "played": Form(_GAMES)},
)
