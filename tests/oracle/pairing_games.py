"""Pyramid in all its variants, from the table of docs/rules/pyramid.md; Triangle as PySolFC describes it."""

from .pairing import Rules

MICROSOFT = Rules("pyramid", scoring="microsoft")
_PYSOL = Rules("pyramid:pysol", dealt_to_waste=1, all_cards=True)

PAIRING_GAMES: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        MICROSOFT,
        Rules("pyramid:hoyle", passes=1, all_cards=True),
        Rules("pyramid:relaxed", dealt_to_waste=1),
        _PYSOL,
        Rules("pyramid:thirteen", passes=1, all_cards=True, face_down=6),
        Rules("pyramid:king_tut", passes=None, draw=3, stock_top="no"),
        Rules("pyramid:tuts_tomb", passes=1, stock_top="no", slips_out=True),
        Rules("pyramid:giza", columns=8, passes=1, all_cards=True),
        _PYSOL._replace(name="pyramid:triangle", upside_down=True),
        Rules("pyramid:par", scoring="par", plays_on=True),
    )
}


def pairing_variant(spelled: str, **changes: object) -> Rules:
    """A game of ``PAIRING_GAMES`` with some rules changed, named as the games registry spells it."""
    return PAIRING_GAMES[spelled.partition(",")[0]]._replace(name=spelled, **changes)  # type: ignore[arg-type]


MIXED_GAMES: dict[str, Rules] = {
    rules.name: rules
    for rules in (
        pairing_variant("pyramid:tuts_tomb,draw=3", draw=3),
        pairing_variant(
            "pyramid:relaxed,draw=2,stock_top=apart,overlap=true",
            draw=2,
            stock_top="apart",
            slips_out=True,
        ),
        pairing_variant("pyramid:giza,overlap=true,columns=5", slips_out=True, columns=5),
        pairing_variant("pyramid:king_tut,goal=all,stock_top=open", all_cards=True, stock_top="pairs"),
        pairing_variant("pyramid:triangle,rows=5,overlap=true", rows=5, slips_out=True),
    )
}
