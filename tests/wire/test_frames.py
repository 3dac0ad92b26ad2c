"""Frames: whole or not at all, in bounded memory, whatever arrives (O-21)."""

import json
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.wire import frames
from buzzer.wire.frames import MAX_PAYLOAD, MAX_WIRE, Decoder, Frame, cobs_decode, cobs_encode, decode, encode
from buzzer.wire.messages import Malformed, Press, pack, unpack_from_box, unpack_from_host

VECTORS = Path(__file__).parent.parent / "vectors" / "frames.json"
GOLDEN = json.loads(VECTORS.read_text(encoding="utf-8"))

frame_values = st.builds(
    Frame,
    type=st.integers(0, 255),
    seq=st.integers(0, 65535),
    boot=st.integers(0, 65535),
    payload=st.binary(max_size=MAX_PAYLOAD),
)


@pytest.mark.parametrize("row", GOLDEN["frames"], ids=lambda row: row["name"])
def test_golden_frame(row: dict) -> None:
    frame = Frame(row["type"], row["seq"], row["boot"], bytes.fromhex(row["payload"]))
    wire = bytes.fromhex(row["wire"])
    assert encode(frame) == wire
    decoder = Decoder()
    assert decoder.feed(wire) == [frame]
    assert decoder.bad == 0
    if "message" in row:
        message = unpack_from_box(frame) or unpack_from_host(frame)
        assert type(message).__name__.lower() == row["message"]
        assert {name: getattr(message, name) for name in row["fields"]} == row["fields"]


@pytest.mark.parametrize("row", GOLDEN["bad"], ids=lambda row: row["name"])
def test_golden_damage(row: dict) -> None:
    decoder = Decoder()
    good = encode(pack(Press(1, 2, 3, 1), seq=9, boot=4))
    assert decoder.feed(bytes.fromhex(row["wire"])) == []
    assert decoder.bad == 1
    assert [frame.seq for frame in decoder.feed(good)] == [9], "the next frame is taken"
    assert decoder.bad == 1


@pytest.mark.parametrize("row", GOLDEN["bad_length"], ids=lambda row: row["name"])
def test_golden_wrong_length(row: dict) -> None:
    (frame,) = Decoder().feed(bytes.fromhex(row["wire"]))
    unpack = unpack_from_box if row["to"] == "host" else unpack_from_host
    with pytest.raises(Malformed, match="payload of"):
        unpack(frame)


def test_the_golden_file_is_what_the_code_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(VECTORS.parent))
    import make_frames

    monkeypatch.setattr(sys, "argv", ["make_frames.py"])
    assert make_frames.main() == 0


@given(frame_values)
def test_every_frame_survives(frame: Frame) -> None:
    wire = encode(frame)
    assert wire.count(0) == 1
    assert wire[-1] == 0
    assert len(wire) <= MAX_WIRE
    assert Decoder().feed(wire) == [frame]


@given(st.binary(max_size=253))
def test_cobs_is_undone(body: bytes) -> None:
    coded = cobs_encode(body)
    assert 0 not in coded
    assert len(coded) == len(body) + 1
    assert cobs_decode(coded) == body


@given(st.lists(frame_values, max_size=8), st.data())
def test_cutting_the_stream_changes_nothing(sent: list[Frame], data: st.DataObject) -> None:
    wire = b"".join(map(encode, sent))
    decoder, found = Decoder(), []
    while wire:
        n = data.draw(st.integers(1, len(wire)))
        found += decoder.feed(wire[:n])
        wire = wire[n:]
    assert found == sent
    assert decoder.bad == 0


@given(frame_values, st.binary(max_size=200), st.binary(max_size=40))
def test_rubbish_never_stops_the_reader(frame: Frame, rubbish: bytes, more: bytes) -> None:
    decoder = Decoder()
    decoder.feed(rubbish)
    decoder.feed(more + b"\0")
    assert decoder.feed(encode(frame)) == [frame]


@given(frame_values, st.data())
def test_a_damaged_byte_is_noticed(frame: Frame, data: st.DataObject) -> None:
    wire = bytearray(encode(frame))
    at = data.draw(st.integers(0, len(wire) - 2))
    wire[at] ^= 1 << data.draw(st.integers(0, 7))
    found = Decoder().feed(bytes(wire))
    assert frame not in found
    # A flipped bit can cut a frame in two; neither half has a right check sum but by a chance of 1 in 65 536 each,
    # and a single flipped bit within one run is always found by the CRC.
    if wire.count(0) == 1:
        assert found == []


def test_a_cut_frame_never_gives_an_early_stamp() -> None:
    press = encode(pack(Press(1, 1, 123_456_789, 1), seq=1, boot=1))
    for cut in range(1, len(press) - 1):
        decoder = Decoder()
        assert decoder.feed(press[:cut]) == [], "half a frame waits"
        (joined,) = decoder.feed(press[cut:])
        assert unpack_from_box(joined) == Press(1, 1, 123_456_789, 1)
        for damaged in (
            press[:cut] + b"\0" + press[cut:],
            press[:cut] + press[cut + 1 :],
            press[:cut] + b"\xa9" + press[cut:],
        ):
            decoder = Decoder()
            assert decoder.feed(damaged) == []
            assert decoder.bad >= 1


def test_two_glued_and_one_repeated() -> None:
    one, two = (encode(pack(Press(1, 1, tick, 1), seq=seq, boot=1)) for seq, tick in ((1, 5), (2, 6)))
    assert [frame.seq for frame in Decoder().feed(one + two + two)] == [1, 2, 2]


def test_zeros_alone_are_no_damage() -> None:
    decoder = Decoder()
    assert decoder.feed(bytes(1000)) == []
    assert decoder.bad == 0


@pytest.mark.parametrize("piece", [1, 63, 64, 4096, 1 << 20])
def test_memory_is_bounded_without_a_frame_end(piece: int) -> None:
    total = 10_000_000 if piece > 1000 else 20_000
    decoder = Decoder()
    rubbish = b"U" * piece
    for _ in range(total // piece):
        assert decoder.feed(rubbish) == []
        assert len(decoder._run) <= MAX_WIRE
    assert decoder.bad == 0, "it is one frame, and it has not ended"
    frame = Frame(5, 0, 1, b"x")
    assert decoder.feed(b"\0" + encode(frame)) == [frame]
    assert decoder.bad == 1


def test_longest_run_is_taken_and_one_more_is_not() -> None:
    # 63 bytes before the zero are a body of 62, more than any message has, but no damage.
    body = bytes([0x7E, 0, 0, 0, 0]) + b"y" * 55
    run = cobs_encode(body + frames.crc16(body).to_bytes(2, "big"))
    assert len(run) == 63
    assert decode(run) is not None
    body += b"y"
    assert decode(cobs_encode(body + frames.crc16(body).to_bytes(2, "big"))) is None


def test_too_long_a_payload_is_refused() -> None:
    with pytest.raises(ValueError, match="54 bytes"):
        encode(Frame(1, 0, 0, bytes(54)))


def test_the_crc_is_the_known_one() -> None:
    assert frames.crc16(b"123456789") == 0x29B1
