"""The server against its own description: whatever is asked, it answers as its OpenAPI document says."""

from __future__ import annotations

import asyncio
from typing import Any

import schemathesis
from hypothesis import settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    negative_data_rejection,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from sizes import some_of
from winnable.web.app import Server, application
from winnable.web.boards import Boards, begin
from winnable.web.guard import TOKEN_HEADER
from winnable.web.jobs import Jobs
from winnable.web.wire import Asked, Begin

from .serving import TOKEN

HOST = "localhost:8617"
CHECKS = (
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    negative_data_rejection,
    unsupported_method,
)


class Idle(Jobs):
    """No worker: questions wait until they are taken back."""

    async def start(self) -> None:
        return


SERVER = Server(Boards(), Idle())
BOARD = SERVER.boards.add(begin(Begin(text="617", game="freecell")))
APP = application(SERVER, token=TOKEN, hosts=frozenset({HOST}))
schema = schemathesis.openapi.from_asgi("/openapi.json", APP, headers={"host": HOST})
streams = schema.exclude(path="/api/jobs/{job}/events").exclude(method="HEAD")


ASKED = SERVER.jobs.ask(BOARD.id, "0", BOARD.session.save(), Asked(question="verdict", page="p"))
KNOWN = {
    "board": BOARD.id,
    "job": asyncio.run(ASKED).id,
}


@streams.parametrize()
@settings(max_examples=some_of(30), deadline=None)
def test_every_answer_is_as_described(case: Any) -> None:
    given = case.path_parameters or {}
    case.path_parameters = {name: KNOWN.get(name, value) for name, value in given.items()}
    case.call_and_validate(headers={"host": HOST, TOKEN_HEADER: TOKEN}, checks=CHECKS)
