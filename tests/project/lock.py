"""Resolve the dependencies anew: requirements.lock, requirements-dev.lock and wheels.txt. Needs `uv`.

The lock files pin every version with the hashes of all its files and name no server, so that pip and uv take
them from whatever index this machine is set up with. `wheels.txt` lists, for the base install, which
wheels those hashes stand for; the test of the platforms reads it without a network.
Run it as `./run lock`.
"""

import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WHEELS = Path(__file__).with_name("wheels.txt")
COMPILE = [
    "--universal",
    "--python-version",
    "3.11",
    "--generate-hashes",
    "--no-emit-index-url",
    "--no-header",
    "--quiet",
    "--upgrade",
]


def main() -> int:
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        print("lock: uv is not here; pip install uv, then ./run lock", file=sys.stderr)
        return 2
    for name, extra in (("requirements.lock", []), ("requirements-dev.lock", ["--extra", "dev"])):
        subprocess.run(
            [uv, "pip", "compile", "pyproject.toml", *extra, *COMPILE, "-o", name],
            cwd=ROOT,
            check=True,
            stdout=subprocess.DEVNULL,
        )
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(ROOT / "pyproject.toml", folder)
        subprocess.run([uv, "lock", "--quiet"], cwd=folder, check=True)
        locked = tomllib.loads(Path(folder, "uv.lock").read_text("utf-8"))
    wheels = wheel_lines(locked, pinned=(ROOT / "requirements.lock").read_text("utf-8"))
    WHEELS.write_text("".join(f"{line}\n" for line in wheels), "utf-8")
    return 0


def wheel_lines(locked: dict[str, list[dict[str, object]]], pinned: str) -> list[str]:
    """`hash file-name` of every wheel whose hash stands in the text of requirements.lock."""
    found = set()
    for package in locked["package"]:
        wheels = package.get("wheels", [])
        assert isinstance(wheels, list)
        for wheel in wheels:
            if wheel["hash"] in pinned:
                found.add((wheel["url"].rpartition("/")[2], wheel["hash"]))
    return [f"{digest} {name}" for name, digest in sorted(found)]


if __name__ == "__main__":
    sys.exit(main())
