"""How long `buzzer --help` takes beside the smallest program that typer can make of one command."""

from __future__ import annotations

import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

_TRIVIAL = """\
import typer
app = typer.Typer()
@app.command()
def hello(name: str): "Say hello."
app()
"""


class Help(NamedTuple):
    """Medians in milliseconds."""

    ours_ms: float
    trivial_ms: float

    @property
    def ratio(self) -> float:
        return self.ours_ms / self.trivial_ms


def measure(folder: Path, pairs: int = 12) -> Help:
    """``pairs`` runs of each program by turns, after one that counts for nothing: it fills the caches."""
    trivial = folder / "trivial.py"
    trivial.write_text(_TRIVIAL, "utf-8")
    took = [(_ms("-m", "buzzer"), _ms(str(trivial))) for _ in range(1 + pairs)][1:]
    return Help(statistics.median(ours for ours, _ in took), statistics.median(theirs for _, theirs in took))


def _ms(*program: str) -> float:
    began = perf_counter()
    subprocess.run([sys.executable, *program, "--help"], stdout=subprocess.DEVNULL, check=True)
    return (perf_counter() - began) * 1e3
