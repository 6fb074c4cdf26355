"""Starts the analysis board's server, fetches its page, says how to open it, and ends the server: the end of
`make demo`."""

from __future__ import annotations

import re
import subprocess
import sys
from urllib.request import urlopen


def main() -> None:
    """Fails where the page does not come."""
    command = [sys.executable, "-m", "winnable", "serve", "--port", "0"]
    # That it is ended at the end is no news; why it did not start would be.
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        line = server.stdout.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            server.terminate()
            sys.exit(f"the server did not start\n{server.communicate()[1]}")
        print(line, end="")
        with urlopen(found[0], timeout=10) as reply:
            page = reply.read().decode()
        title = re.search(r"<title>(.*?)</title>", page)
        if title is None:
            sys.exit("the server answered, but not with its page")
        print(f"It answered with its page, {title[1]}, {len(page)} bytes; this one is ended now.")
        print("Open the board in your browser with:  winnable serve --open  (in .venv/bin)")
    finally:
        server.terminate()
        server.wait(10)


if __name__ == "__main__":
    main()
