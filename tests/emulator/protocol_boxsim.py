"""pyserial's handler of ``boxsim://NAME``: the real API over an emulated box of the current `Bench`.

Timeouts pass in virtual time: a read runs the emulator until its bytes have come or the time is over.
"""

from __future__ import annotations

from typing import Any

import serial
from serial.serialutil import SerialBase

from .bench import Bench, Place
from .boxsim import EXTERNAL

FOR_EVER_US = 3_600_000_000
"""A read without a timeout that waits for so long is a test that would hang."""


class Serial(SerialBase):
    """One open port. It fails as a real one does when the box is unplugged."""

    def open(self) -> None:
        if self.is_open:
            raise serial.SerialException("port is already open")
        self._name = str(self.port).split("://", 1)[1]
        bench = Bench.current
        if bench is None or self._name not in bench.places or not bench.places[self._name].plugged:
            raise serial.SerialException(2, f"could not open port {self.port}: no such port")
        self._bench = bench
        self.is_open = True
        place = bench.places[self._name]
        place.box.read()  # what was sent while nobody had opened it is gone
        if self.dtr:
            self._update_dtr_state()

    def close(self) -> None:
        self.is_open = False

    def _place(self) -> Place:
        if not self.is_open:
            raise serial.PortNotOpenError()
        place = self._bench.places.get(self._name)
        if place is None or not place.plugged:
            raise serial.SerialException("device disconnected")
        return place

    @property
    def in_waiting(self) -> int:
        return self._place().box.waiting

    def read(self, size: int = 1, /) -> bytes:
        place = self._place()
        start = self._bench.now_us()
        end = start + (FOR_EVER_US if self.timeout is None else self.timeout * 1e6)
        out = bytearray()
        while True:
            out += place.box.read(size - len(out))
            if len(out) >= size or self._bench.now_us() >= end:
                break
            self._bench.wait_for_byte(self._name, end)
            place = self._place()
        if len(out) < size and self.timeout is None:
            raise RuntimeError(f"{self.port}: nothing came for an hour, and the read has no timeout")
        return place.mangle(bytes(out))

    def write(self, data: Any, /) -> int:
        place = self._place()
        place.box.write(place.mangle(bytes(data)), place.cycle(self._bench.now_us()))
        return len(data)

    def flush(self) -> None:
        self._place()

    def reset_input_buffer(self) -> None:
        self._place().box.read()

    def reset_output_buffer(self) -> None:
        self._place()

    def _update_dtr_state(self) -> None:
        if self.is_open and self.dtr and self._place().resets_on_open:
            self._place().box.reset(EXTERNAL)

    def _update_rts_state(self) -> None:
        pass

    def _update_break_state(self) -> None:
        pass

    def _reconfigure_port(self, force_update: bool = False) -> None:
        pass

    cts = dsr = ri = cd = property(lambda self: bool(self._place()))
