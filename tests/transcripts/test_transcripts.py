"""Every transcript here folds to the outcomes in its ``.expect`` file. `--accept-transcripts` writes those anew."""

from pathlib import Path

import pytest

from buzzer.core.match import fold
from buzzer.storage.expect import difference, outcome_lines, read_expect
from buzzer.storage.transcript import read

HERE = Path(__file__).parent
TRANSCRIPTS = sorted(HERE.rglob("*.jsonl"))


@pytest.mark.parametrize("path", TRANSCRIPTS, ids=lambda path: path.relative_to(HERE).with_suffix("").as_posix())
def test_the_outcomes_are_the_golden_ones(path: Path, pytestconfig: pytest.Config) -> None:
    transcript = read(str(path))
    _, outcomes = fold(transcript.header.setup, transcript.facts)
    found = outcome_lines(outcomes)
    golden = path.with_suffix(".expect")
    if pytestconfig.getoption("--accept-transcripts"):
        golden.write_bytes("".join(f"{line}\n" for line in found).encode())
        return
    expected = read_expect(golden.read_bytes(), golden.name)
    assert difference(expected, found, golden.name) == []
    assert transcript.warnings == ()


def test_every_golden_file_has_its_transcript() -> None:
    assert {each.with_suffix(".jsonl") for each in HERE.rglob("*.expect")} == set(TRANSCRIPTS)
    assert len(TRANSCRIPTS) >= 37
