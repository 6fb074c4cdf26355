"""`python -m winnable` is the `winnable` command."""

from winnable.cli.main import main

if __name__ == "__main__":
    main()
