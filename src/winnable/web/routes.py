"""The one table of routes: what each takes and answers. The server's routes and its OpenAPI document are both
made of it, so that neither can say what the other does not."""

from __future__ import annotations

import inspect
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import msgspec

from winnable.web.wire import Failure

__all__ = ["ERRORS", "REVISION_HEADER", "Route", "document"]

T = TypeVar("T")

REVISION_HEADER: Final = "x-winnable-revision"

# What may go wrong, by status.
ERRORS: Final[dict[int, str]] = {
    400: "The body or a parameter is not as described here.",
    403: "The request comes from another page, or without the token of this server.",
    404: "There is no such game, question or page.",
    405: "This address takes other methods; Allow names them.",
    409: "The game has gone on since the revision that the request names.",
    413: "The body is too long.",
    415: "The body is not application/json.",
    421: "Host is not the address of this server.",
    422: "What the body asks for cannot be done: a move that is not legal, a text that no game reads.",
}


@dataclass(frozen=True, slots=True)
class Route:
    """An address with a method.

    ``body`` and ``reply`` are msgspec types; a reply of None is a stream of events, each a ``event`` as JSON.
    ``path`` has its parameters in braces; ``answers`` gets them by name, with ``body`` where there is one.
    If they take a ``revision``, a header may say which one of the game the page has seen.
    """

    method: str
    path: str
    summary: str
    reply: Any
    answers: Callable[..., Awaitable[Any]]
    body: Any = None
    event: Any = None

    @property
    def revised(self) -> bool:
        """Does it take a revision?"""
        return "revision" in inspect.signature(self.answers).parameters

    @property
    def parameters(self) -> list[str]:
        """The names in braces."""
        return [part[1:-1] for part in self.path.split("/") if part.startswith("{")]

    @property
    def statuses(self) -> list[int]:
        """The errors that it may answer."""
        found = [403, 405, 421]
        if self.parameters:
            found += [404, 422]
        if self.revised:
            found += [409]
        if self.body is not None:
            found += [400, 413, 415, 422]
        return sorted(set(found))


def document(routes: list[Route], version: str) -> dict[str, Any]:
    """The OpenAPI 3.1 document of the table."""
    kinds = [kind for route in routes for kind in (route.body, route.reply, route.event) if kind is not None]
    schemas, components = msgspec.json.schema_components(
        [*kinds, Failure], ref_template="#/components/schemas/{name}"
    )
    schema_of = dict(zip([*map(_name, kinds), _name(Failure)], schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in routes:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schema_of)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Winnable",
            "version": version,
            "summary": "The server of the analysis board, for its page and for programs on this machine.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "apiKey", "in": "header", "name": "x-winnable-token"}},
        },
    }


def _name(kind: Any) -> str:
    return str(kind)


def _operation(route: Route, schema_of: dict[str, Any]) -> dict[str, Any]:
    if route.event is not None:
        ok = {"text/event-stream": {"schema": {"type": "string"}}}
    else:
        ok = {"application/json": {"schema": schema_of[_name(route.reply)]}}
    failure = {"application/json": {"schema": schema_of[_name(Failure)]}}
    words = re.findall(r"\w+", route.path)
    operation: dict[str, Any] = {
        "summary": route.summary,
        "operationId": "_".join((route.method.lower(), *words)),
        "responses": {
            "200": {"description": "The answer.", "content": ok},
            **{str(status): {"description": ERRORS[status], "content": failure} for status in route.statuses},
        },
    }
    if route.parameters:
        operation["parameters"] = [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
            for name in route.parameters
        ]
    if route.revised:
        header = {"name": REVISION_HEADER, "in": "header", "required": False, "schema": {"type": "string"}}
        operation.setdefault("parameters", []).append(header)
    if route.body is not None:
        body = {"application/json": {"schema": schema_of[_name(route.body)]}}
        operation["requestBody"] = {"required": True, "content": body}
    if route.method != "GET":
        operation["security"] = [{"token": []}]
    return operation
