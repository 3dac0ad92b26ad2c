"""Question packages: files in, frozen `Package` out. `load(path)` is the door.

Whatever the bytes of a file are, `load` gives a `Package` or raises `PackageError` (one line: file, line, what,
what to do). What is odd inside a readable package (a theme of four questions, a value that stands twice) is no
error but a `Problem` beside the thing it concerns: it is shown to the host, who decides. Nothing is guessed silently.
"""

from .loading import PackageError, load, parse
from .model import STANDARD_VALUES, Package, Problem, Question, Theme
from .spelling import for_audience

__all__ = [
    "STANDARD_VALUES",
    "Package",
    "PackageError",
    "Problem",
    "Question",
    "Theme",
    "for_audience",
    "load",
    "parse",
]
