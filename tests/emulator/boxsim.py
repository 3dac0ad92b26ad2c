"""The firmware in virtual time: the C harness (`boxsim.h`) through ctypes.

Times are processor cycles of one emulated chip (16 to a microsecond) since it was made. Nothing reads
a clock: equal calls give equal runs, and a test of an hour is as long as the work in it.
"""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

HERE = Path(__file__).parent
SOURCES = ("boxsim.c", "boxsim_wires.c", "hex.c")
HZ = 16_000_000
CYCLES_US = 16
CYCLES_TICK = 8

POWER_ON, EXTERNAL, BROWN_OUT, WATCHDOG = 1, 2, 4, 8
"""Causes of a reset, as the chip keeps them."""

BOOTLOADER = 0x7E00


class _Edge(ctypes.Structure):
    _fields_ = (("wanted", ctypes.c_uint64), ("injected", ctypes.c_uint64), ("id", ctypes.c_uint32))


class _Output(ctypes.Structure):
    _fields_ = (("at", ctypes.c_uint64), ("port", ctypes.c_char), ("value", ctypes.c_uint8))


@dataclass(frozen=True)
class Edge:
    """A level as it was put on a pin; `injected` is the cycle it came, not the one asked for."""

    id: int
    wanted: int
    injected: int


@dataclass(frozen=True)
class Output:
    """A change of an output port, with the cycle of the write."""

    at: int
    port: str
    value: int


def compile_c(target: Path, sources: tuple[str, ...], flags: tuple[str, ...]) -> Path:
    """Build a program or library from files of this folder. Raises `CalledProcessError` with the compiler's words."""
    subprocess.run(
        ["cc", "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", str(target)]
        + [str(HERE / source) for source in sources]
        + ["-lsimavr", "-lelf", *flags],
        check=True,
        timeout=120,
    )
    return target


class Library:
    """The compiled harness. One serves any number of boxes."""

    def __init__(self, folder: Path) -> None:
        path = compile_c(folder / "libboxsim.so", SOURCES, ("-shared", "-fPIC"))
        lib = ctypes.CDLL(str(path))
        box, u64, size = ctypes.c_void_p, ctypes.c_uint64, ctypes.c_size_t
        u8, u32, text, number = ctypes.c_uint8, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int
        for name, result, arguments in (
            ("new", box, (u32,)),
            ("free", None, (box,)),
            ("load_hex", number, (box, text, ctypes.c_int64)),
            ("reset", None, (box, u8)),
            ("hang", number, (box,)),
            ("now", u64, (box,)),
            ("run", number, (box, u64, number)),
            ("pin", u32, (box, u64, ctypes.c_char, u8, u8)),
            ("take_edges", size, (box, ctypes.POINTER(_Edge), size)),
            ("take_outputs", size, (box, ctypes.POINTER(_Output), size)),
            ("write", None, (box, u64, text, size)),
            ("read", size, (box, text, ctypes.POINTER(u64), size)),
            ("waiting", size, (box,)),
            ("measure_interrupts_off", None, (box, number)),
            ("interrupts_off", u32, (box,)),
            ("interrupts_off_at", u32, (box,)),
            ("timer_started", u64, (box,)),
            ("memory", ctypes.POINTER(u8), (box,)),
        ):
            function = getattr(lib, f"sim_{name}")
            function.restype = result
            function.argtypes = arguments
            setattr(self, name, function)

    def __getattr__(self, name: str) -> ctypes._NamedFuncPointer:
        raise AttributeError(name)


class BoxSim:
    """One emulated board. Buttons are 0-5, host keys 0-3; a context manager."""

    def __init__(
        self, library: Library, image: Path, *, seed: int = 1, bootloader: Path | None = None, entry: int = BOOTLOADER
    ) -> None:
        """Power up with ``image``, through a bootloader entered at ``entry`` if there is one.

        Raises `ValueError` if one of the files is no image.
        """
        self._lib = library
        self._sim = library.new(seed)
        if library.load_hex(self._sim, str(image).encode(), -1) <= 0:
            raise ValueError(f"{image}: no Intel HEX image for this chip")
        if bootloader is not None and library.load_hex(self._sim, str(bootloader).encode(), entry) <= 0:
            raise ValueError(f"{bootloader}: no Intel HEX image for this chip")
        self.reset(POWER_ON)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._sim:
            self._lib.free(self._sim)
            self._sim = None

    @property
    def now(self) -> int:
        return int(self._lib.now(self._sim))

    def run_until(self, cycle: int) -> None:
        """Raises `RuntimeError` if the processor crashed."""
        if self._lib.run(self._sim, cycle, 0) < 0:
            raise RuntimeError("the emulated processor has crashed")

    def run_us(self, us: float) -> None:
        self.run_until(self.now + round(us * CYCLES_US))

    def run_until_sent(self, cycle: int) -> bool:
        """Until a byte has left the box, at most to `cycle`; whether there is one."""
        if self._lib.run(self._sim, cycle, 1) < 0:
            raise RuntimeError("the emulated processor has crashed")
        return self.waiting > 0

    def reset(self, cause: int = EXTERNAL) -> None:
        self._lib.reset(self._sim, cause)

    def hang(self) -> None:
        """The program stops doing anything (interrupts go on) until something resets it."""
        while not self._lib.hang(self._sim):
            self.run_until(self.now + 1)

    # --- the people's side ---

    def button(self, number: int, down: bool, at: int | None = None) -> int:
        """Put a button down or up at a cycle (now); the edge's id."""
        return self._pin("C", number, down, at)

    def key(self, number: int, down: bool, at: int | None = None) -> int:
        """Put one of the host's keys down or up at a cycle (now); the edge's id."""
        return self._pin("B", number, down, at)

    def _pin(self, port: str, number: int, down: bool, at: int | None) -> int:
        cycle = self.now if at is None else at
        return int(self._lib.pin(self._sim, cycle, port.encode(), number, 0 if down else 1))

    def edges(self) -> dict[int, Edge]:
        """The edges delivered since the last call, by id."""
        room = (_Edge * 4096)()
        taken: dict[int, Edge] = {}
        while count := self._lib.take_edges(self._sim, room, len(room)):
            taken |= {e.id: Edge(e.id, e.wanted, e.injected) for e in room[:count]}
        return taken

    def outputs(self) -> list[Output]:
        """The changes of lamps (port D) and buzzer (port B) since the last call."""
        room = (_Output * 4096)()
        taken: list[Output] = []
        while count := self._lib.take_outputs(self._sim, room, len(room)):
            taken += [Output(o.at, o.port.decode(), o.value) for o in room[:count]]
        return taken

    # --- the host's side ---

    @property
    def waiting(self) -> int:
        return int(self._lib.waiting(self._sim))

    def write(self, data: bytes, at: int | None = None) -> None:
        """Bytes to the box, on the line from a cycle (now) at its baud rate."""
        self._lib.write(self._sim, self.now if at is None else at, data, len(data))

    def read(self, size: int = 65536) -> bytes:
        return self.read_stamped(size)[0]

    def read_stamped(self, size: int = 65536) -> tuple[bytes, list[int]]:
        """Up to `size` bytes from the box, each with the cycle it was handed to the UART."""
        room = ctypes.create_string_buffer(size)
        at = (ctypes.c_uint64 * size)()
        count = self._lib.read(self._sim, room, at, size)
        return room.raw[:count], list(at[:count])

    # --- the inside ---

    def tick_of(self, cycle: int) -> float:
        """The box's clock at a cycle, as a fraction of ticks of half a microsecond."""
        return (cycle - int(self._lib.timer_started(self._sim))) / CYCLES_TICK

    def poke(self, address: int, data: bytes) -> None:
        memory = self._lib.memory(self._sim)
        for offset, value in enumerate(data):
            memory[address + offset] = value

    def peek(self, address: int, size: int) -> bytes:
        return bytes(self._lib.memory(self._sim)[address : address + size])

    def measure_interrupts_off(self, on: bool) -> None:
        """Begin (or end) to measure; it makes the run slower and forgets what was measured before."""
        self._lib.measure_interrupts_off(self._sim, int(on))

    @property
    def longest_interrupts_off(self) -> tuple[int, int]:
        """Cycles of the longest stretch, entry not included, and the flash address where it ended."""
        return int(self._lib.interrupts_off(self._sim)), int(self._lib.interrupts_off_at(self._sim))
