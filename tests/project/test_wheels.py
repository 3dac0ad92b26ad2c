"""The base install comes as wheels everywhere: nobody at a tournament should need a compiler.

Read from `requirements.lock` (versions and hashes) and `wheels.txt` (which wheel each hash is): no network.
`./run lock` writes both.
"""

import re
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.tags import Tag
from packaging.utils import canonicalize_name, parse_wheel_filename

ROOT = Path(__file__).resolve().parents[2]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
WHEELS = Path(__file__).with_name("wheels.txt").read_text("utf-8").splitlines()


class Platform(NamedTuple):
    name: str
    tag: str
    """What the platform part of a fitting wheel's tag looks like."""
    sys_platform: str
    os_name: str
    system: str
    machine: str


PLATFORMS = [
    Platform("Windows", r"win_amd64", "win32", "nt", "Windows", "AMD64"),
    Platform(
        "macOS arm64", r"macosx_(?:10|11|12|13|14)_\d+_(?:arm64|universal2)", "darwin", "posix", "Darwin", "arm64"
    ),
    # glibc 2.36 is Debian 12's, and so the Raspberry Pi's.
    Platform(
        "Linux aarch64", r"manylinux(?:2014|_2_(?:\d|[12]\d|3[0-6]))_aarch64", "linux", "posix", "Linux", "aarch64"
    ),
    Platform(
        "Linux x86_64", r"manylinux(?:1|2010|2014|_2_(?:\d|[12]\d|3[0-6]))_x86_64", "linux", "posix", "Linux", "x86_64"
    ),
]


class Pinned(NamedTuple):
    name: str
    version: str
    marker: Marker | None
    hashes: frozenset[str]


def pinned(text: str) -> list[Pinned]:
    found = []
    for block in re.split(r"\n(?=[a-z0-9])", text):
        requirement = Requirement(block.partition("\\\n")[0].strip())
        version = str(requirement.specifier).removeprefix("==")
        hashes = frozenset(re.findall(r"--hash=(sha256:[0-9a-f]{64})", block))
        found.append(Pinned(canonicalize_name(requirement.name), version, requirement.marker, hashes))
    return found


def fits(tag: Tag, platform: Platform, minor: int) -> bool:
    if tag.platform != "any" and not re.fullmatch(platform.tag, tag.platform):
        return False
    if tag.interpreter == "py3":
        return tag.abi == "none"
    if tag.interpreter == f"cp3{minor}":
        return tag.abi in (f"cp3{minor}", "abi3", "none")
    older = re.fullmatch(r"cp3(\d+)", tag.interpreter)
    return older is not None and tag.abi == "abi3" and int(older[1]) <= minor


def wheels() -> dict[tuple[str, str], list[tuple[str, frozenset[Tag]]]]:
    """By (name, version): (hash, tags) of each wheel."""
    found: dict[tuple[str, str], list[tuple[str, frozenset[Tag]]]] = {}
    for line in WHEELS:
        digest, _, file = line.partition(" ")
        name, version, _, tags = parse_wheel_filename(file)
        found.setdefault((name, str(version)), []).append((digest, tags))
    return found


@pytest.mark.parametrize("minor", [11, 12, 13, 14])
@pytest.mark.parametrize("platform", PLATFORMS, ids=lambda platform: platform.name)
def test_each_pinned_package_has_a_wheel(platform: Platform, minor: int) -> None:
    environment = {
        "python_version": f"3.{minor}",
        "python_full_version": f"3.{minor}.0",
        "sys_platform": platform.sys_platform,
        "os_name": platform.os_name,
        "platform_system": platform.system,
        "platform_machine": platform.machine,
        "implementation_name": "cpython",
        "platform_python_implementation": "CPython",
    }
    known = wheels()
    wanted = [each for each in pinned(LOCK) if each.marker is None or each.marker.evaluate(environment)]
    assert {"pyserial", "pydantic-core", "typer"} <= {each.name for each in wanted}
    assert len({"pygame", "pygame-ce"} & {each.name for each in wanted}) == 1
    without = [
        f"{each.name} {each.version}"
        for each in wanted
        if not any(
            digest in each.hashes and any(fits(tag, platform, minor) for tag in tags)
            for digest, tags in known.get((each.name, each.version), [])
        )
    ]
    assert without == []


def test_the_locks_agree_and_hold_what_the_project_asks_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    base = {each.name: each for each in pinned(LOCK)}
    developer = {each.name: each for each in pinned((ROOT / "requirements-dev.lock").read_text("utf-8"))}
    assert {name: developer[name].version for name in base} == {name: each.version for name, each in base.items()}
    for asked, lock in ((project["dependencies"], base), (project["optional-dependencies"]["dev"], developer)):
        for requirement in map(Requirement, asked):
            assert requirement.specifier.contains(lock[canonicalize_name(requirement.name)].version), requirement
    assert all(each.hashes for each in developer.values())


def test_a_wheel_for_another_system_does_not_fit() -> None:
    windows, mac, arm, _ = PLATFORMS
    assert fits(Tag("cp311", "cp311", "win_amd64"), windows, 11)
    assert not fits(Tag("cp311", "cp311", "win_amd64"), windows, 12)
    assert not fits(Tag("cp311", "cp311", "win_amd64"), mac, 11)
    assert fits(Tag("cp39", "abi3", "manylinux2014_aarch64"), arm, 13)
    assert not fits(Tag("cp311", "cp311", "manylinux_2_39_aarch64"), arm, 11)
    assert not fits(Tag("cp314", "cp314t", "win_amd64"), windows, 14)
