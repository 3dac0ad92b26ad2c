"""Run buzzer as on a system that is no POSIX: its code finds no `fcntl`, no `termios`, no `os.fdatasync` …

`python hidden.py` imports every module of `buzzer` and `hosts`; `python hidden.py ARGS` is `buzzer ARGS`. Libraries
keep what they import (pyserial chooses its POSIX half by `os.name`); only our own code is kept from it.
"""

import builtins
import importlib
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from types import ModuleType

HIDDEN = {"fcntl", "termios", "pty", "tty", "resource", "pwd", "grp", "posix", "syslog", "readline"}
OURS = ("buzzer", "hosts")
POSIX_ONLY = ("fdatasync", "posix_fallocate", "sync", "mkfifo", "getloadavg", "nice", "openpty", "forkpty")

_real_import = builtins.__import__


def _import(
    name: str,
    globals: Mapping[str, object] | None = None,
    locals: Mapping[str, object] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    importer = str((globals or {}).get("__name__", ""))
    if level == 0 and name.partition(".")[0] in HIDDEN and importer.partition(".")[0] in OURS:
        raise ModuleNotFoundError(f"No module named {name!r} (hidden)", name=name)
    return _real_import(name, globals, locals, fromlist or (), level)


def hide() -> None:
    builtins.__import__ = _import
    for name in POSIX_ONLY:
        if hasattr(os, name):
            delattr(os, name)


def import_everything() -> list[str]:
    names = []
    for package in OURS:
        for found in pkgutil.walk_packages([package], f"{package}."):
            if not found.name.endswith("__main__"):
                importlib.import_module(found.name)
                names.append(found.name)
    return names


if __name__ == "__main__":
    hide()
    if len(sys.argv) > 1:
        from buzzer.cli import main

        sys.exit(main(sys.argv[1:]))
    print(*import_everything(), sep="\n")
