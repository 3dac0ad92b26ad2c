"""The few file operations that a journal is made of, so that a test can put a full or dying disk in their place.

`buzzer.testing.files.FakeFiles` is that other disk. Errors are those of the system: `OSError`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from buzzer.errors import FileError

_BINARY = getattr(os, "O_BINARY", 0)  # Windows
_sync: Callable[[int], None] = getattr(os, "fdatasync", os.fsync)


class Handle(Protocol):
    """An open file that is only ever appended to, or cut back to an earlier length."""

    def write(self, data: bytes) -> int:
        """Append; returns how many bytes were taken, which may be fewer."""

    def sync(self) -> None:
        """Returns once what was written is on the disk."""

    def truncate(self, size: int) -> None: ...

    def close(self) -> None: ...


class Lock(Protocol):
    def release(self) -> None: ...


class Files(Protocol):
    """One file system."""

    def create(self, path: str) -> Handle:
        """A new file. FileExistsError where there is one: nothing is ever replaced."""

    def open(self, path: str) -> Handle:
        """A file that exists, to append."""

    def read(self, path: str) -> bytes: ...

    def size(self, path: str) -> int:
        """How long the file of this name is; FileNotFoundError where it has gone."""

    def remove(self, path: str) -> None:
        """Only for a file that this program has just created and could not fill."""

    def sync_folder(self, path: str) -> None:
        """Returns once the names in this folder are on the disk."""

    def lock(self, path: str) -> Lock:
        """Take a file for this program. Errors: FileError where another program has it."""


class OsHandle:
    """A file of the operating system."""

    def __init__(self, path: str, flags: int) -> None:
        self._fd = os.open(path, flags | os.O_APPEND | _BINARY, 0o666)

    def write(self, data: bytes) -> int:
        return os.write(self._fd, data)

    def sync(self) -> None:
        _sync(self._fd)

    def truncate(self, size: int) -> None:
        os.ftruncate(self._fd, size)

    def close(self) -> None:
        os.close(self._fd)


class OsFiles:
    """The file system of this machine."""

    def create(self, path: str) -> Handle:
        return OsHandle(path, os.O_RDWR | os.O_CREAT | os.O_EXCL)

    def open(self, path: str) -> Handle:
        return OsHandle(path, os.O_RDWR)

    def read(self, path: str) -> bytes:
        return Path(path).read_bytes()

    def size(self, path: str) -> int:
        return os.stat(path).st_size

    def remove(self, path: str) -> None:
        os.remove(path)

    def sync_folder(self, path: str) -> None:
        flags = getattr(os, "O_DIRECTORY", None)
        if flags is None:
            return  # Windows keeps names safe by itself, and has no handle of a folder that could be synced
        fd = os.open(path, os.O_RDONLY | flags)
        try:
            os.fsync(fd)
        finally:
            os.close(fd)

    def lock(self, path: str) -> Lock:
        from filelock import FileLock, SoftFileLock, Timeout

        # The lock stands beside the file: locking the file itself would, on Windows, keep readers out.
        beside = f"{path}.lock"
        if not issubclass(FileLock, SoftFileLock):  # to that one, a file that is there is a lock
            os.close(os.open(beside, os.O_RDWR | os.O_CREAT, 0o666))  # FileLock takes "forbidden" for "locked"
        lock = FileLock(beside, timeout=0, thread_local=False)
        try:
            lock.acquire()
        except Timeout:
            raise FileError("is in use by another buzzer", path=path, remedy="close that one first") from None
        return lock
