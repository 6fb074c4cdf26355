"""The command line: one file per command, each a thin mirror of a library call."""
