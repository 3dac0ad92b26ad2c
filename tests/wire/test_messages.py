"""Messages: exact layouts, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from buzzer.wire import messages as m
from buzzer.wire.frames import Frame

u1, u2, u4, u6 = (st.integers(0, (1 << 8 * n) - 1) for n in (1, 2, 4, 6))
board_ids = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=8)
from_box = st.one_of(
    st.builds(m.Hello, u1, u4, board_ids, u1, u1, st.integers(1, 2**32 - 1), u1, u1, u2),
    st.builds(m.Press, u1, u1, u6, u1),
    st.builds(m.Key, u1, u6, u1),
    st.builds(m.Release, u1, u6),
    st.builds(m.State, u6, u1, u1, u1, u1, u1, u2, u2, u2, u2),
    st.builds(m.Pong, u4, u6),
)
from_host = st.one_of(
    st.just(m.Who()),
    st.builds(m.Arm, st.integers(1, 255), u1),
    st.just(m.Disarm()),
    st.builds(m.Lamps, u1, u1, u1),
    st.builds(m.Ping, u4),
    st.builds(m.Ack, u2, u2),
    st.builds(m.Board, board_ids),
)


@given(from_box, st.integers(1, 65535), u2)
def test_from_box_and_back(message: m.FromBox, seq: int, boot: int) -> None:
    frame = m.pack(message, seq=seq, boot=boot)
    assert m.unpack_from_box(frame) == message
    assert m.unpack_from_host(frame) is None, "it is not the host's"


@given(from_host, u2)
def test_from_host_and_back(message: m.FromHost, boot: int) -> None:
    frame = m.pack(message, boot=boot)
    assert m.unpack_from_host(frame) == message
    assert m.unpack_from_box(frame) is None


@given(st.integers(1, 65535), u2)
def test_welcome_and_back(boot: int, nonce: int) -> None:
    assert m.unpack_from_host(m.pack(m.Welcome(boot, nonce), boot=boot)) == m.Welcome(boot, nonce)


@given(st.integers(0, 255), u2, u2, st.binary(max_size=53))
def test_any_frame_is_a_message_unknown_or_malformed(code: int, seq: int, boot: int, payload: bytes) -> None:
    frame = Frame(code, seq, boot, payload)
    for unpack, codes in ((m.unpack_from_box, range(1, 7)), (m.unpack_from_host, range(0x41, 0x49))):
        try:
            message = unpack(frame)
        except m.Malformed:
            assert code in codes
        else:
            assert (message is None) == (code not in codes)


@pytest.mark.parametrize("message", [m.Press(1, 1, 1, 1), m.Key(1, 1, 1)])
def test_a_record_without_a_number_is_malformed(message: m.FromBox) -> None:
    with pytest.raises(m.Malformed, match="without a number"):
        m.unpack_from_box(m.pack(message, seq=0, boot=1))


@pytest.mark.parametrize(("boot", "header"), [(0, 0), (2, 3)])
def test_a_welcome_must_agree_with_its_header(boot: int, header: int) -> None:
    with pytest.raises(m.Malformed, match="boot 0"):
        m.unpack_from_host(m.pack(m.Welcome(boot, 1), boot=header))


def test_round_0_is_not_armed() -> None:
    with pytest.raises(m.Malformed, match="round 0"):
        m.unpack_from_host(m.pack(m.Arm(0, 1)))


@pytest.mark.parametrize("board", ["123456789", "A B", "Стол", "tab\t"])
def test_a_wrong_board_id_is_told(board: str) -> None:
    with pytest.raises(ValueError, match="at most 8"):
        m.pack(m.Board(board))


@pytest.mark.parametrize("raw", [b"\xff" * 8, b"ab\x00cd\x00\x00\x00", b"a b\0\0\0\0\0"])
def test_a_board_that_was_never_named_is_seen_without_a_name(raw: bytes) -> None:
    assert m.unpack_from_host(Frame(0x48, 0, 1, raw)) == m.Board("")


def test_a_number_too_large_for_its_field_is_an_error() -> None:
    with pytest.raises(OverflowError):
        m.pack(m.Arm(256, 0))


@pytest.mark.parametrize(
    ("cause", "text"),
    [(0, "unknown"), (1, "power"), (2, "external"), (5, "power+brown-out"), (8, "watchdog"), (16, "unknown")],
)
def test_causes_in_words(cause: int, text: str) -> None:
    assert m.cause_text(cause) == text
