"""`./run` on machines that lack something: it says exactly what to type. Tools are faked on a PATH of their own."""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ("sh", "dirname", "cat", "cksum", "tr", "rm", "grep", "env", "mktemp")
NEW_PYTHON_WITHOUT_VENV = 'case "$*" in *ensurepip*|*venv\\ *) exit 1;; *print*) echo python3.12-venv;; esac; exit 0'
OLD_PYTHON = "exit 1"
NOT_ROOT = "echo 1000"


class Machine:
    """A folder with the project's script in it, and a PATH that holds the named programs only."""

    def __init__(self, folder: Path) -> None:
        self.bin = folder / "bin"
        self.project = folder / "project"
        self.bin.mkdir()
        self.project.mkdir()
        for name in ("run", "pyproject.toml", "requirements.lock", "requirements-dev.lock"):
            shutil.copy(ROOT / name, self.project / name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found, tool
            (self.bin / tool).symlink_to(found)
        self.has("id", NOT_ROOT)

    def has(self, name: str, script: str) -> None:
        program = self.bin / name
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)

    def run(self, *arguments: str, more: Mapping[str, str] | None = None) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.bin), **(more or {})}
        return subprocess.run(
            ["sh", "./run", *arguments],
            cwd=self.project,
            env=environment,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def test_no_python(machine: Machine) -> None:
    machine.has("python3", OLD_PYTHON)
    done = machine.run("demo")
    assert done.returncode == 1
    assert done.stderr == (
        "run: Python 3.11 or newer is not here. Type: sudo apt install python3 (Debian 12, Ubuntu 24.04 or newer)\n"
    )


def test_no_ensurepip_no_uv_no_rights(machine: Machine) -> None:
    machine.has("python3", NEW_PYTHON_WITHOUT_VENV)
    done = machine.run("demo")
    assert done.returncode == 1
    assert done.stderr.endswith("cannot make a virtual environment. Type: sudo apt install python3.12-venv\n")
    assert not (machine.project / ".venv").exists()


def test_a_half_made_environment_is_made_anew(machine: Machine) -> None:
    machine.has("python3", NEW_PYTHON_WITHOUT_VENV)
    (machine.project / ".venv" / "bin").mkdir(parents=True)
    (machine.project / ".venv" / "bin" / "python").symlink_to(machine.bin / "python3")
    done = machine.run("demo")
    assert done.returncode == 1
    assert "run: making .venv with python3\n" in done.stderr


def test_no_ensurepip_but_uv(machine: Machine, tmp_path: Path) -> None:
    log = tmp_path / "uv.log"
    machine.has("python3", NEW_PYTHON_WITHOUT_VENV)
    make = f'case "$1" in venv) for last in "$@"; do :; done; {shutil.which("mkdir")} -p $last/bin;; esac'
    machine.has("uv", f'echo "$*" >>{log}; {make}')
    machine.run("setup")
    calls = log.read_text().splitlines()
    assert calls[0].startswith("venv ")
    assert [call for call in calls if "--require-hashes --no-deps -r requirements-dev.lock" in call]
    assert calls[-1].endswith("--no-deps -e .")
    machine.has("uv", "exit 1")
    (machine.project / ".venv" / "bin" / "python").symlink_to(machine.bin / "python3")
    assert machine.run("setup").returncode == 0  # the stamp: nothing is installed twice
    (machine.project / "requirements-dev.lock").write_text("changed\n")
    assert machine.run("setup").returncode != 0


def test_missing_system_packages_and_no_rights(machine: Machine) -> None:
    machine.has("dpkg-query", 'case "$*" in *gcc-avr|*xdotool) exit 1;; esac; echo install ok installed')
    done = machine.run("test")
    assert done.returncode == 1
    assert done.stderr == (
        "run: system packages are missing. Type: sudo apt install --no-install-recommends gcc-avr xdotool \n"
    )


def test_missing_system_packages_are_installed_where_it_may(machine: Machine, tmp_path: Path) -> None:
    log = tmp_path / "apt.log"
    machine.has("dpkg-query", 'case "$*" in *gcc-avr) exit 1;; esac; echo install ok installed')
    machine.has("sudo", 'shift; case "$*" in true) exit 0;; esac; "$@"')
    machine.has("apt-get", f'echo "$*" >>{log}')
    machine.has("python3", OLD_PYTHON)  # it ends after the packages
    done = machine.run("test")
    assert "installing system packages: gcc-avr" in done.stderr
    assert log.read_text() == "install -y -qq --no-install-recommends gcc-avr\n"


def test_unknown_command_and_help(machine: Machine) -> None:
    assert machine.run("dance").returncode == 2
    helped = machine.run()
    assert helped.returncode == 0
    assert "./run demo" in helped.stdout


def test_scripts_may_be_run() -> None:
    assert os.access(ROOT / "run", os.X_OK)
    assert os.access(ROOT / ".ci" / "run", os.X_OK)
    assert "./run test" in (ROOT / ".ci" / "run").read_text("utf-8")
