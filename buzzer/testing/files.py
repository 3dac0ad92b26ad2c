"""A disk in memory that refuses, lingers and dies as it is told: the other side of `buzzer.storage.files`.

What has been written is in ``files``; what a power cut would leave is in ``synced`` (contents) and ``named`` (names).
The faults are plain attributes, to be set and taken away between two calls.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable

from buzzer.errors import FileError
from buzzer.storage.files import Handle, Lock


class Crash(BaseException):
    """The program is killed at this byte. Not an `Exception`, so that nothing takes it for an error it could handle."""


class FakeFiles:
    """One file system. ``calls`` is the protocol of what was asked, in order."""

    def __init__(self, contents: dict[str, bytes] | None = None) -> None:
        self.files: dict[str, bytearray] = {path: bytearray(data) for path, data in (contents or {}).items()}
        self.synced: dict[str, bytes] = {path: bytes(data) for path, data in self.files.items()}
        self.named: set[str] = set(self.files)
        self.locked: set[str] = set()
        self.calls: list[tuple[str, str]] = []
        self.room: int | None = None
        """Bytes that still fit on the disk; None: endless."""
        self.read_only = False
        self.forbidden: set[str] = set()
        """Folders and files in which nothing may be made or written."""
        self.gone: set[str] = set()
        """Folders of a stick that was pulled out."""
        self.most_at_once: int | None = None
        """A write takes no more than this."""
        self.failing_syncs = 0
        """So many of the next syncs fail, and lose what they should have kept."""
        self.crash_after: int | None = None
        """After so many more bytes `Crash` is raised."""
        self.when_syncing: Callable[[], object] | None = None
        """Called within each sync: a slow disk lets a fake clock go on here."""

    # ------------------------------------------------------------ Files

    def create(self, path: str) -> Handle:
        self._ask("create", path)
        self._may_write(path)
        if path in self.files:
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST))
        self.files[path] = bytearray()
        self.synced[path] = b""
        return FakeHandle(self, path)

    def open(self, path: str) -> Handle:
        self._ask("open", path)
        self._must_be(path)
        self._may_write(path)
        return FakeHandle(self, path)

    def read(self, path: str) -> bytes:
        self._ask("read", path)
        self._must_be(path)
        return bytes(self.files[path])

    def size(self, path: str) -> int:
        self._ask("size", path)
        self._must_be(path)
        return len(self.files[path])

    def remove(self, path: str) -> None:
        self._ask("remove", path)
        self._must_be(path)
        self._may_write(path)
        del self.files[path]

    def sync_folder(self, path: str) -> None:
        self._ask("sync_folder", path)
        self._refuse_sync()
        self.named |= {each for each in self.files if (os.path.dirname(each) or ".") == path}

    def lock(self, path: str) -> Lock:
        self._ask("lock", path)
        self._may_write(path)
        if path in self.locked:
            raise FileError("is in use by another buzzer", path=path, remedy="close that one first")
        self.locked.add(path)
        return FakeLock(self, path)

    # ------------------------------------------------------------ for tests

    def after_power_cut(self) -> FakeFiles:
        """The disk as the next start finds it if nothing has reached it but what was synced."""
        return FakeFiles({path: data for path, data in self.synced.items() if path in self.named})

    def after_crash(self) -> FakeFiles:
        """The disk as the next start finds it if the program was killed and the system went on."""
        return FakeFiles({path: bytes(data) for path, data in self.files.items()})

    # ------------------------------------------------------------ faults

    def _ask(self, what: str, path: str) -> None:
        self.calls.append((what, path))

    def _is_gone(self, path: str) -> bool:
        return any(path.startswith(folder) for folder in self.gone)

    def _must_be(self, path: str) -> None:
        if path not in self.files or self._is_gone(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))

    def _may_write(self, path: str) -> None:
        if self._is_gone(path):
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        if self.read_only:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        if any(path.startswith(each) for each in self.forbidden):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    def _refuse_sync(self) -> None:
        if self.failing_syncs:
            self.failing_syncs -= 1
            raise OSError(errno.EIO, os.strerror(errno.EIO))

    def _fits(self, wanted: int) -> int:
        taken = wanted if self.most_at_once is None else min(wanted, self.most_at_once)
        if self.room is not None:
            if self.room == 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            taken = min(taken, self.room)
            self.room -= taken
        return taken


class FakeHandle:
    """An open file of a `FakeFiles`."""

    def __init__(self, disk: FakeFiles, path: str) -> None:
        self._disk = disk
        self._path = path

    def write(self, data: bytes) -> int:
        self._reach("write")
        disk = self._disk
        if disk.crash_after is not None:
            if len(data) >= disk.crash_after:
                disk.files[self._path] += data[: disk.crash_after]
                raise Crash
            disk.crash_after -= len(data)
        taken = disk._fits(len(data))
        disk.files[self._path] += data[:taken]
        return taken

    def sync(self) -> None:
        self._reach("sync")
        if self._disk.when_syncing is not None:
            self._disk.when_syncing()
        self._disk._refuse_sync()
        self._disk.synced[self._path] = bytes(self._disk.files[self._path])

    def truncate(self, size: int) -> None:
        self._reach("truncate")
        held = self._disk.files[self._path]
        if self._disk.room is not None:
            self._disk.room += len(held) - size
        del held[size:]

    def close(self) -> None:
        self._disk._ask("close", self._path)

    def _reach(self, what: str) -> None:
        self._disk._ask(what, self._path)
        if self._disk._is_gone(self._path):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        self._disk._may_write(self._path)


class FakeLock:
    """A lock of a `FakeFiles`."""

    def __init__(self, disk: FakeFiles, path: str) -> None:
        self._disk = disk
        self._path = path

    def release(self) -> None:
        self._disk.locked.discard(self._path)
