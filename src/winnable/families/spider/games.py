"""Spider and its kin, each a value: the rules in which they differ from FreeCell's."""

from __future__ import annotations

from winnable.family import Spec

__all__ = ["MRS_MOP", "SCORPION", "SPIDER", "SPIDERETTE", "WILL_O_THE_WISP"]

SPIDER = Spec(
    name="spider",
    title="Spider",
    summary="two decks, 10 columns, build down whatever the suit, runs in suit move; a full suit leaves",
    rules={
        "decks": 2,
        "columns": 10,
        "cells": 0,
        "build": "any",
        "group_lift": "suit",
        "group_drop": "any",
        "group_size": "unlimited",
        "leave": "runs",
        "stock": "rows",
        "column_cards": [6, 6, 6, 6, 5, 5, 5, 5, 5, 5],
        "face_down": [5, 5, 5, 5, 4, 4, 4, 4, 4, 4],
    },
)
SPIDERETTE = SPIDER.vary(
    name="spiderette",
    title="Spiderette",
    summary="Spider with one deck and the tableau of Klondike: 7 columns of one to seven cards",
    rules={
        "decks": 1,
        "columns": 7,
        "column_cards": [1, 2, 3, 4, 5, 6, 7],
        "face_down": [0, 1, 2, 3, 4, 5, 6],
    },
)
WILL_O_THE_WISP = SPIDER.vary(
    name="will_o_the_wisp",
    title="Will o' the Wisp",
    summary="Spider with one deck: 7 columns of three cards, two of them face down",
    rules={"decks": 1, "columns": 7, "column_cards": [3] * 7, "face_down": [2] * 7},
)
MRS_MOP = SPIDER.vary(
    name="mrs_mop",
    title="Mrs Mop",
    summary="open Spider: two decks, 13 columns of eight cards face up, no stock",
    rules={"columns": 13, "stock": "none", "column_cards": [8] * 13, "face_down": []},
)
SCORPION = SPIDER.vary(
    name="scorpion",
    title="Scorpion",
    summary="one deck, 7 columns, build down in suit; any face-up card moves with all on it",
    rules={
        "decks": 1,
        "columns": 7,
        "build": "suit",
        "group_lift": "any",
        "group_drop": "suit",
        "group_size": "heap",
        "empty_column": "king",
        "deal_over_empty": True,
        "column_cards": [7] * 7,
        "face_down": [3, 3, 3, 3],
    },
)
