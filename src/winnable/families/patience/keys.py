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
    {
        "autoplay": Key(
            one_of("none", "horne", "safe", "max"),
            "the kind of autoplay that makes the moves which are left out",
        )
    }
)
_GAMES: Final = {
    "games": Key(COUNT, "how many games a simulated player played from the position", "games"),
    "wins": Key(COUNT, "how many of them it won", "games"),
    "left": Key(
        NUMBER,
        "the mean number of cards that are not on the foundations at the end; in games where "
        "only whole suits leave, a card counts as home if it lies on the next one of its suit",
        "cards",
    ),
    "lost_after": Key(
        or_null(NUMBER),
        "the mean length of the games that were lost; null if none was lost",
        "moves, safe ones home not counted",
    ),
    "positions": Key(COUNT, "how many positions the player judged"),
}

_PLAY: Final = {
    "hasty": Key(object_of("played"), "the games of a player that looks one move ahead"),
    "careful": Key(object_of("played"), "the games of a player that looks two moves ahead"),
    "choices": Key(
        COUNT,
        "how many moves there are along the shortest known win; moves that lead to equal "
        "positions count once",
        "moves",
    ),
    "winning": Key(COUNT, "how many of them lead to a win that was found", "moves"),
    "losing": Key(COUNT, "how many of them are proved to lose; of the others neither is known", "moves"),
    "losing_share": Key(SHARE, "the share of the losing moves among all"),
    "places": Key(COUNT, "how many positions on that way have more than one move", "positions"),
    "narrow": Key(COUNT, "at how many of these at most two moves are known to win", "positions"),
    "first_trap": Key(
        COUNT,
        "the number of the first move in whose place another move loses, or is not known to "
        "win, from 1; 0 if there is none",
    ),
    "cells": Key(
        or_null(COUNT), "the fewest cells with which a win was found; null in games without cells", "cells"
    ),
    "cells_proved": Key(
        or_null(TRUTH), "whether it is proved that fewer cells are not enough; null in games without cells"
    ),
}

KEYS: Final = FamilyKeys(
    {
        "position": Form(
            {
                **pick("columns"),
                "cells": Key(listed(or_null(TEXT)), "the cards in the cells; null is an empty cell"),
                "foundations": Key(
                    by_name(COUNT), "how many cards lie on the foundation of each suit", "cards"
                ),
                "base": Key(TEXT, "the rank with which the foundations begin"),
            }
        ),
        "answer": _AUTOPLAY,
        "check": _AUTOPLAY,
        "difficulty": Form(
            {
                "rating": Key(
                    or_null(NUMBER), "the number from which the level follows; null if it was not measured"
                ),
                "play": Key(or_null(object_of("play")), "what was measured; null if nothing was"),
                **pick("moves", "length"),
            }
        ),
    },
    {"play": Form(_PLAY), "played": Form(_GAMES)},
)
