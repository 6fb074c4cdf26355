"""`python -m winnable` is the `winnable` command."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """The command, with Ctrl-C and SIGTERM answered also while it is being loaded."""
    try:
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        from winnable.cli.main import main as run_command

        run_command()
    except KeyboardInterrupt:  # while it is loaded, or after all is said
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        sys.stderr.write("winnable: cancelled\n")
        sys.exit(130)


if __name__ == "__main__":
    main()
