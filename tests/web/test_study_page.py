"""The server of a study's page: what it says as the file grows and goes, at what cost, and to whom."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
import xml.etree.ElementTree as ET
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sizes import PATIENCE
from studies.experiments.small import begun
from studies.reports.made import AUTO, GREEDY, RESULTS, made, put
from winnable.studies.experiments.crews import here
from winnable.studies.experiments.queue import taking_part
from winnable.studies.experiments.rate import Rate, pace_words
from winnable.studies.experiments.run import run_study
from winnable.studies.experiments.store import Store
from winnable.studies.reports.document import report_of
from winnable.studies.reports.tables import results_table
from winnable.web.guard import TOKEN_HEADER, local_hosts
from winnable.web.listening import Access
from winnable.web.study import drawing, reading
from winnable.web.study.app import application
from winnable.web.study.budget import Budget
from winnable.web.study.live import Live
from winnable.web.study.reading import Reader

from .serving import run

HOST = "127.0.0.1:8618"
PATHS = ("/", "/api/study", "/api/report", "/no/such/page")
DONE = {name: [*rows, *[("solved", 0.01, 1, 1)] * (8 - len(rows))] for name, rows in RESULTS.items()}


def served(
    path: Path, test: Callable[[httpx.AsyncClient, Live], Awaitable[Any]], *, local: bool = True
) -> Any:
    """Runs a test that asks the server of a file's page."""

    async def ask() -> Any:
        live = Live(path, path.name)
        app = application(live, Access("a-token", local_hosts(8618), None, local))
        transport = httpx.ASGITransport(app)  # type: ignore[arg-type]  # ASGI's scope is a mapping there
        try:
            async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as client:
                return await test(client, live)
        finally:
            await live.stop()

    return run(ask())


# --- who may ask -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"host": "evil.example:8618"}, 421),
        ({"host": "127.0.0.1:8617"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_others_are_refused_everywhere(
    tmp_path: Path, path: str, headers: dict[str, str], status: int
) -> None:
    async def ask(client: httpx.AsyncClient, live: Live) -> None:
        assert (await client.get(path, headers=headers)).status_code == status

    served(tmp_path / "none.db", ask)


def test_nothing_is_changed_and_nothing_comes_from_elsewhere(tmp_path: Path) -> None:
    async def ask(client: httpx.AsyncClient, live: Live) -> None:
        for path in PATHS[:3]:
            for headers, status in (({}, 403), ({TOKEN_HEADER: "a-token"}, 405)):
                for method in ("POST", "PUT", "DELETE"):
                    assert (await client.request(method, path, headers=headers)).status_code == status
            reply = await client.get(path)
            assert reply.status_code == 200
            assert "default-src 'none'" in reply.headers["content-security-policy"]
            assert "unsafe" not in reply.headers["content-security-policy"]
        page = (await client.get("/")).text
        links = [part.partition('"')[0] for part in page.replace('src="', 'href="').split('href="')[1:]]
        assert len(links) >= 5
        for link in links:
            assert link.startswith("/")
            assert (await client.get(link)).status_code == 200, link
        assert "style=" not in page

    served(tmp_path / "none.db", ask)


def test_where_others_reach_it_only_the_link_opens_it(tmp_path: Path) -> None:
    async def ask(client: httpx.AsyncClient, live: Live) -> None:
        assert "a-token" not in (await client.get("/")).text
        for path in ("/api/study", "/api/report"):
            assert (await client.get(path)).status_code == 403
            assert (await client.get(path, headers={TOKEN_HEADER: "a-token"})).status_code == 200

    served(tmp_path / "none.db", ask, local=False)


# --- what it says ------------------------------------------------------------------------------------------


def test_a_study_from_before_its_file_to_its_end(tmp_path: Path) -> None:
    path = tmp_path / "made.db"
    reader = Reader(path, "made.db")
    seen = reader.look()
    assert (seen.state, seen.command) == ("waiting", "winnable study run STUDY.toml -o made.db")
    assert seen.said == "There is no made.db yet. The page fills as soon as a run writes it:"
    path.touch()
    assert reader.look().state == "waiting"
    Store(path, create=True).close()  # tables, and no units: these may take long to make
    seen = reader.look()
    assert (seen.state, seen.said) == ("waiting", "made.db is being made: its units are put together.")

    store = made(tmp_path, {}, deals=8)
    store.read("DELETE FROM runs")
    seen = reader.look()
    assert (seen.state, seen.done, seen.units) == ("begun", 0, 16)
    assert (seen.title, seen.command) == ('Made up: <b> & "more" |', "winnable study run made.db")
    with taking_part(store, "none"):
        seen = reader.look()
        assert (seen.state, seen.said) == ("going", "1 run is at work.")
        with taking_part(store, "none"):
            assert reader.look().said == "2 runs are at work."
    assert reader.look().state == "interrupted"
    store.read("DELETE FROM runs")
    put(store, RESULTS)
    seen = reader.look()
    assert (seen.state, seen.done, seen.failed, seen.command) == (
        "interrupted", 15, 1, "winnable study run made.db",
    )  # fmt: skip
    store.read("INSERT INTO results (block, number, outcome, run) VALUES (2, 7, 'solved', 1)")
    seen = reader.look()
    assert (seen.state, seen.done) == ("done", 16)
    assert seen.said == "Complete: 16 of 16 units are done. This command measures those that failed again:"
    assert seen.command == "winnable study run made.db --retry-failed"
    store.close()


def test_the_shares_are_those_of_the_report(tmp_path: Path) -> None:
    with made(tmp_path, RESULTS, deals=8) as store:
        shares = Reader(store.path, "made.db").look().shares
        document = report_of(store)
    assert shares is not None
    (table,) = [part for part in document.blocks if getattr(part, "title", "") == results_table(None).title]
    assert (shares.columns, shares.rows) == (table.columns, table.rows)
    for row, results in zip(shares.rows, (AUTO, GREEDY), strict=True):
        wins = sum(outcome == "solved" for outcome, *_ in results)
        assert row[2:5:2] == [f"{len(results)} of 8", f"{wins}"]


def test_players_with_several_terms_go_by_them(tmp_path: Path) -> None:
    from winnable.studies.experiments.blocks import add_study
    from winnable.studies.experiments.plan import read_study

    with made(tmp_path, {}, deals=1) as store:
        text = store.one("SELECT text FROM studies")[0]
        add_study(store, read_study(text.replace("300", "200"), "more.toml"))
        shares = Reader(store.path, "made.db").look().shares
    assert shares is not None
    names = [row[1] for row in shares.rows]
    assert names[0] == "auto, 300 nodes, 256 MB, seed 0"
    assert len(set(names)) == 4


def test_a_file_that_goes_is_damaged_or_is_in_use(tmp_path: Path) -> None:
    with begun(tmp_path) as store, here() as crew:
        run_study(store, crew)
    path, aside = tmp_path / "small.db", tmp_path / "aside"
    reader = Reader(path, "small.db")
    before = reader.look()
    assert before.state == "done"
    path.rename(aside)
    seen = reader.look()
    assert (seen.state, seen.said) == ("gone", "small.db is not there any more: it was moved or deleted.")
    assert (seen.done, seen.shares) == (before.done, before.shares)  # the last figures stay
    whole = aside.read_bytes()
    path.write_bytes(whole[: len(whole) // 2] + b"\x5a" * (len(whole) // 2))
    seen = reader.look()
    assert seen.state == "trouble"
    assert "small.db: damaged" in seen.said
    assert seen.shares == before.shares
    path.write_text("ms:617\n" * 300)
    assert "no study" in reader.look().said
    aside.rename(path)
    assert reader.look() == before
    made(tmp_path, RESULTS, deals=8).close()
    (tmp_path / "made.db").rename(path)
    assert reader.look().title.startswith("Made up")


def test_a_file_that_another_program_keeps_to_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(tmp_path).close()
    path = tmp_path / "small.db"
    reader = Reader(path, "small.db")
    assert reader.look().state == "begun"
    monkeypatch.setattr(reading, "PATIENCE", 0.1)
    greedy = sqlite3.connect(path)
    greedy.execute("PRAGMA locking_mode = EXCLUSIVE")
    greedy.execute("SELECT * FROM facts")
    seen = reader.look()
    assert (seen.state, seen.units) == ("trouble", 80)
    assert "another program is using it" in seen.said
    greedy.close()
    assert reader.look().state == "begun"


def test_looking_is_in_no_runs_way_and_leaves_nothing(tmp_path: Path) -> None:
    with begun(tmp_path) as store, here() as crew:
        reader = Reader(store.path, "small.db")
        states = []
        run_study(store, crew, on_progress=lambda going: states.append((reader.look(), going.done)))
    assert {seen.state for seen, _ in states} == {"going", "done"}
    assert all(seen.done == done for seen, done in states)
    assert reader.look().state == "done"
    assert [one.name for one in tmp_path.iterdir()] == ["small.db"]  # the journal is in the file


def test_what_has_not_changed_is_not_counted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counted = []
    count = reading.summarise
    monkeypatch.setattr(reading, "summarise", lambda store: counted.append(1) or count(store))
    with made(tmp_path, {"auto": AUTO}, deals=8) as store:
        reader = Reader(store.path, "made.db")
        assert [reader.look().done for _ in range(3)] == [8, 8, 8]
        assert len(counted) == 1
        put_more = "INSERT INTO results (block, number, outcome, run) VALUES (2, ?, 'solved', 1)"
        for number in range(3):
            store.read(put_more, number)
            assert [reader.look().done for _ in range(2)] == [9 + number] * 2
        assert len(counted) == 4


# --- rates and costs ---------------------------------------------------------------------------------------


def test_a_rate_is_of_late_and_falls_when_nothing_comes() -> None:
    rate = Rate()
    rate.note(0.0, 50)
    assert rate.at(5.0) is None  # what was there before says nothing
    for second in range(1, 101):
        rate.note(float(second), 50 + 10 * second)
    assert rate.at(100.0) == pytest.approx(10)
    for second in range(101, 201):  # three times as fast
        rate.note(float(second), 1050 + 30 * (second - 100))
    assert rate.at(200.0) == pytest.approx(30)
    before = rate.at(200.0)
    assert before is not None
    assert 0 < (rate.at(300.0) or 0) < before / 3
    rate.note(301.0, 5)  # asked for anew
    assert rate.at(301.0) is None


def test_rare_units_have_a_rate_too() -> None:
    rate = Rate()
    for minute in range(20):
        for second in range(0, 60, 5):
            rate.note(60.0 * minute + second, minute)
    assert rate.at(19 * 60.0) == pytest.approx(1 / 60)
    assert pace_words(1 / 60, 600.0) == ["0.017 a second", "10 minutes left"]
    assert pace_words(None, None) == []


@pytest.mark.parametrize("cost", [0.0, 0.002, 0.4, 30.0])
def test_a_budget_holds_in_the_long_run(cost: float) -> None:
    budget, now, spent, times = Budget(0.025, ahead=1.0, gap=0.9), 0.0, 0.0, 0
    assert budget.wait(now) == 0
    while now < 20_000:
        now += max(budget.wait(now), 1e-6) + cost  # it takes at least as long as it costs
        budget.spend(cost, now)
        spent, times = spent + cost, times + 1
    assert spent <= 0.025 * now + 1.0 + cost
    assert times >= min(now / (0.9 + cost), 0.9 * 0.025 * now / max(cost, 1e-9)) - 1  # and as often as it may


# --- the report --------------------------------------------------------------------------------------------


async def reported(client: httpx.AsyncClient) -> dict[str, Any]:
    """The study when there is a report, or why there is none."""
    async with asyncio.timeout(PATIENCE):
        while True:
            seen: dict[str, Any] = (await client.get("/api/study")).json()
            if seen["report"] or seen["no_report"]:
                return seen
            await asyncio.sleep(0.05)


def test_the_report_comes_with_plots_in_both_schemes(tmp_path: Path) -> None:
    async def ask(client: httpx.AsyncClient, live: Live) -> Any:
        assert (await reported(client))["report"]
        return (await client.get("/api/report")).json()

    made(tmp_path, RESULTS, deals=8).close()
    report = served(tmp_path / "made.db", ask)
    assert report["of"] == "The report below is of 15 of 16 units."
    headings = [section["heading"] for section in report["sections"]]
    assert headings[:3] == ["Plots", "What was found", "What was asked"]
    plots = report["sections"][0]["parts"]
    assert {plot["name"] for plot in plots} >= {"time", "cactus", "survival", "nodes", "winrate", "memory"}
    for plot in plots:
        for panel in plot["panels"]:
            drawn = ET.fromstring(panel["svg"])
            assert drawn.tag == "{http://www.w3.org/2000/svg}svg"
            assert "prefers-color-scheme: dark" in panel["svg"]
            assert panel["label"].startswith(plot["title"])
    tables = [part["title"] for part in report["sections"][1]["parts"]]
    assert "Time per board" in tables
    assert results_table(None).title not in tables


def test_without_matplotlib_there_are_tables_and_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    made(tmp_path, RESULTS, deals=8).close()
    first, second, *_ = drawing.report(tmp_path / "made.db").sections
    assert first.parts == [
        drawing.Said(
            'There are no plots: no matplotlib on this machine; install it: pip install "winnable[plot]".'
        )
    ]
    assert second.parts


def test_a_report_whose_process_ends_is_told_and_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("winnable.web.study.live._AT_LEAST", 0.0)

    async def ask(client: httpx.AsyncClient, live: Live) -> None:
        await client.get("/api/study")
        while (process := live._artist._process) is None:
            await asyncio.sleep(0.01)
        os.kill(process.pid, signal.SIGKILL)
        assert (await reported(client))["no_report"] == "the process that makes it ended (-9)"
        assert (await client.get("/api/study")).status_code == 200
        async with asyncio.timeout(PATIENCE):
            while not (seen := await reported(client))["report"]:
                await asyncio.sleep(0.05)
        assert seen["no_report"] == ""

    made(tmp_path, RESULTS, deals=8).close()
    served(tmp_path / "made.db", ask)


def test_the_process_of_reports_ends_with_the_server(tmp_path: Path) -> None:
    async def ask(client: httpx.AsyncClient, live: Live) -> Any:
        await reported(client)
        return live._artist._process

    made(tmp_path, RESULTS, deals=8).close()
    process = served(tmp_path / "made.db", ask)
    assert process.returncode is not None
