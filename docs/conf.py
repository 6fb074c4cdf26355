"""Sphinx configuration: MyST pages, the Furo theme; `make docs` treats warnings as errors."""

import sys
from pathlib import Path

from winnable import __version__

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "Winnable"
author = "The Winnable maintainers"
copyright = "2026, The Winnable maintainers"  # noqa: A001 - Sphinx's name
version = release = __version__

extensions = [
    "myst_nb",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_design",
    "public_names",
    "transcript",
    "wide_tables",
]
source_suffix = {".md": "myst-nb", ".ipynb": "myst-nb"}
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3
nitpicky = True
# Some `text` blocks are boards; nothing is highlighted unless a block names its language.
highlight_language = "none"

# The notebooks show what they were saved with; a test runs them and compares.
nb_execution_mode = "off"

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
# Types of Python itself, parameters of types, and what the reference does not list: parts of the families'
# own code that no program needs, and names of types that are written out where they matter.
nitpick_ignore_regex = [
    ("py:.*", r"(collections\.abc|typing|enum|pathlib|os|datetime|fractions)\..*"),
    ("py:.*", r"(.*\.)?[A-Z](_co|_contra)?"),
    ("py:class", r"Path|Random|types\.ModuleType|tuple\[.*"),
    ("py:class", r"winnable\.(families|_core|studies\.experiments|session\.tree)\..*"),
    ("py:class", r"winnable\.(search\.native\.RawResult|search\.solvers\.SolverChoice)"),
    ("py:class", r"winnable\.analysis\.equity\.Played"),
    ("py:class", r"(Patience|Pairing|Spider|Undead)SolverName|Given|AnyGame|CountOptions|TextReader"),
    ("py:class", r"PairingObservation|ThesisFigures|MethodFigures|UndeadSlot|PencilCheck|Told|Known"),
    # Members of a family that have protocols of their own, beside the flows that use them.
    ("py:class", r"Choice|Preset|FamilyKeys|SceneMaker|Answers|Refuse|MarkKind|Trainer|LogFormat|Reveals"),
    ("py:class", r"TableWriter|Measured|FamilyStrategies|Seat"),
    ("py:mod", r"winnable\..*"),
]

html_theme = "furo"
html_title = "Winnable"
html_favicon = "../src/winnable/web/static/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
