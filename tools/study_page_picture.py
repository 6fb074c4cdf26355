"""Takes the picture of a study's page in docs/howto/studies.md anew: python tools/study_page_picture.py

A study is run meanwhile, and ended when a part of it is done and drawn. `make screenshots` runs this;
it needs what tools/board_pictures.py needs, and matplotlib.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from board_pictures import PATIENCE, ROOT, browser, packed, served

FILE = ROOT / "docs" / "studies" / "pictures" / "study_page.png"
SCREEN = {"width": 1000, "height": 900}
STUDY = """\
title = "FreeCell: a solver and a greedy search"
limits.nodes = 300
[[games]]
game = "freecell"
deals = "ms:1..32000"
[[players]]
solver = "auto"
[[players]]
search = "greedy"
"""
FILLED = """() => document.querySelector("#counts").textContent.includes(" left")
  && Number(document.querySelector("#bar").value) > 9000 && document.querySelector(".panels img[src]")"""


def main() -> None:
    with TemporaryDirectory() as folder, browser() as started:
        study, file = Path(folder) / "freecell.toml", Path(folder) / "freecell.db"
        study.write_text(STUDY)
        with served("study", "page", str(file)) as url:
            page = started.new_page(viewport=SCREEN, locale="en-GB")
            page.set_default_timeout(2 * PATIENCE)
            page.goto(url)
            run = [sys.executable, "-m", "winnable", "study", "run", str(study), "-o", str(file)]
            with subprocess.Popen(run, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as running:
                page.wait_for_function(FILLED)
                FILE.write_bytes(packed(page.screenshot()))
                running.terminate()
    print(FILE.name)


if __name__ == "__main__":
    main()
