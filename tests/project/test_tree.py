"""What must not be in the tree: a machine's paths, servers' names, tests that sleep or skip, endless files."""

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {".git", ".venv", "build", "dist", "__pycache__"}

# Put together from halves, so that this file does not hold what it looks for.
MACHINE_PATHS = re.compile(
    r"(?:^|[^A-Za-z0-9_.])/(?:" + "wo" + "rk/|fa" + "rm/|ro" + "ot/|ho" + r"me/\w)", re.MULTILINE
)
SERVERS = re.compile("py" + r"pi\.org|python" + r"hosted|npm" + r"js\.|deb" + r"ian\.org|deb\.deb" + "ian")
OUTSIDE = re.compile(r"\.\./" + "shared")
SLEEPS = re.compile(r"time\." + r"sleep\(|from time import [^\n\"]*\b" + "sleep")
SKIPS = re.compile(r"pytest\.(?:mark\.)?(?:ski" + "p|xfa" + r"il)|import" + "orskip|unittest" + r"\.skip")
LONGEST = 400


def tracked() -> list[Path]:
    """The files of the project: those git knows, or, in an unpacked archive, all but what is built."""
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True)
    if done.returncode == 0 and done.stdout:
        found = [ROOT / name for name in done.stdout.decode().split("\0") if name]
    else:
        found = [path for path in ROOT.rglob("*") if LEFT_OUT.isdisjoint(path.relative_to(ROOT).parts)]
    return [path for path in found if path.is_file()]


def lines_with(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    found = []
    for path in paths:
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        for match in pattern.finditer(text):
            found.append(f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, match.end()) + 1}: {match[0]!r}")
    return found


def python(folder: str = "") -> list[Path]:
    return [path for path in tracked() if path.suffix == ".py" and (ROOT / folder) in path.parents]


def test_no_path_of_a_machine() -> None:
    assert lines_with(MACHINE_PATHS, tracked()) == []


def test_no_server_of_packages() -> None:
    assert lines_with(SERVERS, tracked()) == []


def test_nothing_outside_the_project() -> None:
    assert lines_with(OUTSIDE, tracked()) == []


def test_no_test_sleeps_or_skips() -> None:
    tests = python("tests")
    assert len(tests) > 5
    assert lines_with(SLEEPS, tests) == []
    assert lines_with(SKIPS, tests) == []


def test_files_are_rooms_not_halls() -> None:
    counts = {str(path.relative_to(ROOT)): path.read_text("utf-8").count("\n") for path in python()}
    assert {name: count for name, count in counts.items() if count > LONGEST} == {}


def test_the_patterns_find_what_they_are_for() -> None:
    assert MACHINE_PATHS.search("open('/" + "work/x')")
    assert MACHINE_PATHS.search("see /" + "home/ann/x")
    assert not MACHINE_PATHS.search("the frame" + "work/x, a/ho" + "me/ann")
    assert SERVERS.search("https://py" + "pi.org/simple")
    assert SLEEPS.search("time." + "sleep(1)")
    assert SKIPS.search("@pytest.mark.ski" + "p")
