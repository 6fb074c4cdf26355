"""Sphinx configuration: MyST pages, the Furo theme; `make docs` treats warnings as errors."""

from winnable import __version__

project = "Winnable"
author = "The Winnable maintainers"
copyright = "2026, The Winnable maintainers"  # noqa: A001 - Sphinx's name
version = release = __version__

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3
nitpicky = True
# Some `text` blocks are boards; nothing is highlighted unless a block names its language.
highlight_language = "none"

html_theme = "furo"
html_title = "Winnable"
