"""The C frames against the shared vectors and against Python's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from buzzer.wire.frames import Frame, encode

from .conftest import Logic

VECTORS: dict[str, Any] = json.loads((Path(__file__).parents[1] / "vectors" / "frames.json").read_text("utf-8"))


def line(type_: int, seq: int, boot: int, payload: str) -> str:
    return f"{type_} {seq} {boot} {payload or '-'}"


def test_the_program_checks_itself(logic: Logic) -> None:
    [said] = logic("self", "")
    assert "single-bit errors refused" in said


def test_every_vector_is_written_as_it_stands(logic: Logic) -> None:
    frames = VECTORS["frames"]
    assert len(frames) >= 20
    asked = "\n".join(line(f["type"], f["seq"], f["boot"], f["payload"]) for f in frames)
    assert logic("encode", asked) == [f["wire"] for f in frames]


def test_every_vector_is_read_as_it_stands(logic: Logic) -> None:
    frames = VECTORS["frames"]
    told = logic("decode", "\n".join(f["wire"] for f in frames))
    assert told == [line(f["type"], f["seq"], f["boot"], f["payload"]) for f in frames]


def test_every_bad_vector_is_refused(logic: Logic) -> None:
    bad = VECTORS["bad"]
    assert len(bad) >= 3
    told = logic("decode", "\n".join(f["wire"] for f in bad))
    assert dict(zip((f["name"] for f in bad), told, strict=True)) == {f["name"]: "bad" for f in bad}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30)
@given(
    st.lists(
        st.tuples(
            st.integers(0, 255),
            st.integers(0, 65535),
            st.integers(0, 65535),
            st.lists(st.one_of(st.just(0), st.integers(0, 255)), max_size=53).map(bytes),
        ),
        min_size=20,
        max_size=60,
    )
)
def test_c_and_python_write_the_same(logic: Logic, frames: list[tuple[int, int, int, bytes]]) -> None:
    asked = "\n".join(line(t, s, b, p.hex()) for t, s, b, p in frames)
    wires = [encode(Frame(t, s, b, p)).hex() for t, s, b, p in frames]
    assert logic("encode", asked) == wires
    assert logic("decode", "\n".join(wires)) == asked.splitlines()


@pytest.mark.parametrize("seed", range(3))
def test_any_bytes_are_refused_without_a_finding(logic: Logic, seed: int) -> None:
    from random import Random

    chance = Random(seed)
    wires = [bytes(chance.randrange(256) for _ in range(chance.randrange(1, 200))).hex() for _ in range(500)]
    assert set(logic("decode", "\n".join(wires))) == {"bad"}
