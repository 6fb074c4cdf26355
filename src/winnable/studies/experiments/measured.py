"""A study that is measured here and now, by threads: what is underneath commands and functions.

Its results go to a file, which goes on where it was interrupted, or nowhere, and are gone with the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from winnable._core import CancelToken
from winnable.studies.experiments.asked import Asked, ask
from winnable.studies.experiments.crews import threads
from winnable.studies.experiments.plan import Study
from winnable.studies.experiments.run import Going, run_study
from winnable.studies.experiments.store import Store

__all__ = ["measured"]


@contextmanager
def measured(
    study: Study,
    *,
    file: Path | None = None,
    jobs: int = 1,
    token: CancelToken | None = None,
    on_progress: Callable[[Going], None] | None = None,
) -> Iterator[tuple[Asked, Going]]:
    """Measures what a study asks for and a file does not have; its units are read within.

    Args:
        study: it need not come from a text.
        file: where results are kept, made where there is none; they are not kept by default.
        jobs: threads.
        token: cancels; what was done until then is there.
        on_progress: told now and then how far it is.

    Raises:
        InputError: a file that cannot be used, or is of a study that this one cannot be added to.
    """
    with Store(file, create=True) as store:
        asked = ask(store, study)
        with threads(jobs) as crew:
            going = run_study(store, crew, asked=asked, strict=True, token=token, on_progress=on_progress)
        yield asked, going
