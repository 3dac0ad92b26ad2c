"""Taking a journal up again (O-14, O-15, O-16): nothing is lost, nothing is replaced, everything is told."""

from contextlib import suppress

import pytest

from buzzer.core.facts import Announce, Close, Fact, Press, ReadEnd, Session
from buzzer.core.match import fold
from buzzer.core.outcomes import WindowRuns
from buzzer.core.state import Setup
from buzzer.errors import BuzzerError, FileError, InputError
from buzzer.rulesets import preset
from buzzer.storage.journal import Journal, header
from buzzer.storage.lines import write_line
from buzzer.storage.recover import journals, latest_unfinished, resume, session_offset_us
from buzzer.storage.transcript import parse
from buzzer.testing.files import Crash, FakeFiles

PATH = "play/1.jsonl"
SETUP = Setup(preset("umlaut"), ("Ли", "Анна"), settle_us=60_000)


def facts(count: int) -> list[Fact]:
    """Record n is about the instant n."""
    return [Press(at_us=number, seat=1 + number % 2) for number in range(1, count + 1)]


def journal(count: int) -> bytes:
    """The bytes of a journal of ``count`` records."""
    disk = FakeFiles()
    made = Journal.create(PATH, header(SETUP, wall="2026-11-30T12:00:00+07:00"), files=disk)
    for fact in facts(count):
        made.append(fact)
    made.close()
    return disk.read(PATH)


WHOLE = journal(57)
LAST = WHOLE.rstrip(b"\n").rindex(b"\n") + 1
"""Where the last record begins."""


def last_at(data: bytes) -> int:
    return parse(data, PATH).facts[-1].at_us


@pytest.mark.parametrize("cut", range(LAST, len(WHOLE) + 1))
def test_a_cut_at_any_byte_of_the_last_record(cut: int) -> None:
    disk = FakeFiles({PATH: WHOLE[:cut]})
    found = resume(PATH, files=disk)
    whole = cut >= len(WHOLE) - 1  # without its line end a record is whole
    assert len(found.transcript.facts) == (57 if whole else 56)
    if cut > LAST and not whole:
        assert disk.read(f"{PATH}.damaged-1") == WHOLE[LAST:cut]
        assert len(found.told) == 1
        assert found.told[0].startswith(f"{PATH}:58: ")
        assert f"{PATH}.damaged-1" in found.told[0]
        assert "56 records before them are restored" in found.told[0]
    else:
        assert found.told == ()
        assert set(disk.files) == {PATH}
    # What is played on stands behind the last whole record, also after a power cut.
    number = found.journal.append(Press(at_us=100, seat=1))
    assert number == (58 if whole else 57)
    found.journal.close()
    after = disk.after_power_cut().read(PATH)
    assert after.startswith(WHOLE[:LAST])
    assert len(parse(after, PATH).facts) == number
    assert disk.locked == set()


@pytest.mark.parametrize(
    "tail", [b"\0\0\0", b"\0" * 4096, b"\n", b"\n\n\n", b"{}\n", b"garbage\nand more\n", b"\xff\xfe"]
)
def test_a_damaged_tail_is_set_aside(tail: bytes) -> None:
    disk = FakeFiles({PATH: WHOLE + tail})
    found = resume(PATH, files=disk)
    assert len(found.transcript.facts) == 57
    assert disk.read(f"{PATH}.damaged-1") == tail
    assert disk.after_power_cut().read(PATH) == WHOLE
    assert len(found.told) == 1


def test_what_was_set_aside_before_is_kept() -> None:
    disk = FakeFiles({PATH: WHOLE + b"two", f"{PATH}.damaged-1": b"one"})
    resume(PATH, files=disk)
    assert disk.read(f"{PATH}.damaged-1") == b"one"
    assert disk.read(f"{PATH}.damaged-2") == b"two"


def test_the_tail_is_safe_before_it_is_cut_away() -> None:
    disk = FakeFiles({PATH: WHOLE + b"tail"})
    resume(PATH, files=disk)
    aside = disk.calls.index(("sync_folder", "play"))
    assert disk.calls[:aside].count(("sync", f"{PATH}.damaged-1")) == 1
    assert disk.calls.index(("truncate", PATH)) > aside


@pytest.mark.parametrize("byte", range(0, LAST - 1, 37))
@pytest.mark.parametrize("bit", [0, 5, 7])
def test_a_flipped_bit_before_the_last_record_is_told_and_nothing_is_changed(byte: int, bit: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[byte] ^= 1 << bit
    disk = FakeFiles({PATH: bytes(damaged)})
    line = WHOLE.count(b"\n", 0, byte) + 1
    with pytest.raises(InputError) as caught:
        resume(PATH, files=disk)
    assert str(caught.value).startswith(f"{PATH}:{line}: ")
    assert "nothing was changed" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert disk.files == {PATH: damaged}
    assert disk.locked == set()


@pytest.mark.parametrize("byte", range(LAST, len(WHOLE) - 1))
def test_a_flipped_bit_in_the_last_record_sets_it_aside(byte: int) -> None:
    damaged = bytearray(WHOLE)
    damaged[byte] ^= 1
    found = resume(PATH, files=FakeFiles({PATH: bytes(damaged)}))
    assert len(found.transcript.facts) == 56
    assert len(found.told) == 1


def test_damage_in_the_middle_says_how_to_go_on() -> None:
    damaged = bytearray(WHOLE)
    damaged[WHOLE.index(b'{"at_us": 20')] ^= 1
    with pytest.raises(InputError, match=r"1\.jsonl:21: .*copy the 20 lines above it into a new file"):
        resume(PATH, files=FakeFiles({PATH: bytes(damaged)}))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "is empty"),
        (b"\0\0\0", "NUL"),
        (b"[1, 2]\n", "this is a list"),
        (b"{}\n", "must be a header"),
        (WHOLE[:20], "no JSON"),
        (WHOLE[: WHOLE.index(b"\n") - 1], "no JSON"),
        (write_line({"kind": "match", "v": 2, "journal": True}, crc=True), "newer buzzer"),
        (write_line({"kind": "match", "v": 1, "rules": "umlaut", "players": ["A", "B"]}, crc=False), "no journal"),
        (b"\x89PNG\r\n\x1a\n", "not UTF-8"),
    ],
)
def test_a_file_that_holds_no_match_is_left_alone(data: bytes, said: str) -> None:
    disk = FakeFiles({PATH: data})
    with pytest.raises(InputError, match=said) as caught:
        resume(PATH, files=disk)
    assert str(caught.value).startswith(PATH)
    assert disk.files == {PATH: bytearray(data)}
    assert disk.locked == set()


def test_a_whole_record_that_makes_no_sense_here_is_not_called_damage() -> None:
    newer = write_line({"at_us": 100, "kind": "applause"}, crc=True)
    disk = FakeFiles({PATH: WHOLE + newer})
    with pytest.raises(InputError, match="unknown kind 'applause'"):
        resume(PATH, files=disk)
    assert disk.files == {PATH: bytearray(WHOLE + newer)}


@pytest.mark.parametrize(
    ("fault", "value"), [("read_only", True), ("room", 0), ("room", 2), ("forbidden", {f"{PATH}.damaged"})]
)
def test_a_tail_that_cannot_be_set_aside_stays_where_it_is(fault: str, value: object) -> None:
    disk = FakeFiles({PATH: WHOLE + b"tail"})
    setattr(disk, fault, value)
    with pytest.raises(FileError, match=r"written|set aside"):
        resume(PATH, files=disk)
    assert disk.files == {PATH: WHOLE + b"tail"}
    assert disk.locked == set()


def test_a_journal_that_cannot_be_written_is_told_before_the_match_goes_on() -> None:
    disk = FakeFiles({PATH: WHOLE})
    disk.forbidden.add(PATH)
    with pytest.raises(FileError, match="a journal cannot be written there"):
        resume(PATH, files=disk)
    disk.forbidden.clear()
    disk.failing_syncs = 1
    with pytest.raises(FileError, match="copy the journal to a place where it can"):
        resume(PATH, files=disk)
    assert disk.locked == set()


def test_names_that_lead_to_nothing_are_told() -> None:
    disk = FakeFiles()
    with pytest.raises(FileError, match="no such journal"):
        resume(PATH, files=disk)
    assert disk.files == {}
    assert ("lock", PATH) not in disk.calls


def test_no_lock_is_left_beside_another_sort_of_file() -> None:
    disk = FakeFiles({PATH: b"a letter\n"})
    with pytest.raises(InputError):
        resume(PATH, files=disk)
    assert ("lock", PATH) not in disk.calls


def test_a_journal_in_use_is_told() -> None:
    disk = FakeFiles({PATH: WHOLE})
    resume(PATH, files=disk)
    with pytest.raises(FileError, match="in use by another buzzer"):
        resume(PATH, files=disk)


def test_records_of_a_crash_are_synced_before_they_count_as_saved() -> None:
    disk = FakeFiles({PATH: WHOLE})
    resume(PATH, files=disk)
    assert ("sync", PATH) in disk.calls


@pytest.mark.parametrize("more", range(1, 200, 3))
def test_killed_while_writing_it_loses_nothing_that_was_saved(more: int) -> None:
    disk = FakeFiles()
    made = Journal.create(PATH, header(SETUP, wall=""), files=disk)
    saved: list[int] = []
    made.on_saved = saved.append
    disk.crash_after = more
    for fact in facts(10):
        made.append(fact)
        with suppress(Crash):
            made.pump()
            continue
        break
    for left in (disk.after_crash(), disk.after_power_cut()):
        found = resume(PATH, files=left)
        assert len(found.transcript.facts) >= (saved[-1] if saved else 0)
        assert list(found.transcript.facts) == facts(len(found.transcript.facts))


# ---------------------------------------------------------------- with a copy


def test_the_copy_goes_on_where_it_was() -> None:
    disk = FakeFiles({PATH: WHOLE, "stick/1.jsonl": WHOLE[: LAST + 5]})
    found = resume(PATH, files=disk, copy_folder="stick")
    found.journal.append(Press(at_us=100, seat=1))
    found.journal.close()
    assert disk.read("stick/1.jsonl") == disk.read(PATH)


@pytest.mark.parametrize("copy", [b"", b"another match\n", WHOLE[:LAST]])
def test_a_copy_that_holds_no_more_is_no_news(copy: bytes) -> None:
    disk = FakeFiles({PATH: WHOLE, "stick/1.jsonl": copy})
    assert resume(PATH, files=disk, copy_folder="stick").told == ()


def test_a_copy_that_holds_more_is_told_and_left_alone() -> None:
    disk = FakeFiles({PATH: WHOLE[:LAST], "stick/1.jsonl": WHOLE})
    found = resume(PATH, files=disk, copy_folder="stick")
    assert len(found.told) == 1
    assert "stick/1.jsonl: this copy holds 1 records more" in found.told[0]
    found.journal.append(Press(at_us=100, seat=1))
    found.journal.close()
    assert disk.read("stick/1.jsonl") == WHOLE


# ---------------------------------------------------------------- the time line (O-16)


def test_a_new_session_goes_on_one_second_after_the_last_stamp() -> None:
    old = [Announce(at_us=8_640_000_000_000, value=10), Press(at_us=1, arrived_us=8_640_000_500_000, seat=1)]
    clock_us = 12_000_000
    assert clock_us + session_offset_us(old, clock_us) == 8_640_001_500_000
    assert clock_us + session_offset_us([], clock_us) == 0


def test_the_window_of_the_new_session_is_right_and_no_interval_spans_the_two() -> None:
    old: list[Fact] = [Announce(at_us=8_640_000_000_000, value=10), Close(at_us=8_640_001_000_000)]
    start_us = 12_000_000 + session_offset_us(old, 12_000_000)
    new: list[Fact] = [
        Session(at_us=start_us, wall="2026-12-01"),
        Announce(at_us=start_us + 1_000_000, value=20),
        ReadEnd(at_us=start_us + 5_000_000),
    ]
    _, outcomes = fold(SETUP, old + new)
    assert [each for each in outcomes if isinstance(each, WindowRuns)] == [
        WindowRuns(at_us=8_640_007_000_000, until_us=8_640_014_000_000)
    ]


# ---------------------------------------------------------------- which one


def test_newest_names_come_first_by_number(tmp_path) -> None:  # type: ignore[no-untyped-def]
    done = write_line({"at_us": 100, "kind": "finish"}, crc=True)
    for name, data in {
        "2026-11-29-1.jsonl": WHOLE,
        "2026-11-30-2.jsonl": WHOLE,
        "2026-11-30-10.jsonl": WHOLE + done,
        "2026-11-30-9.jsonl": WHOLE + done,
        "2026-11-30-2.jsonl.lock": b"",
        "2026-11-30-2.jsonl.damaged-1": b"",
    }.items():
        (tmp_path / name).write_bytes(data)
    listed = [path.rpartition("2026-")[2] for path in journals(str(tmp_path))]
    assert listed == ["11-30-10.jsonl", "11-30-9.jsonl", "11-30-2.jsonl", "11-29-1.jsonl"]
    assert latest_unfinished(str(tmp_path)) == str(tmp_path / "2026-11-30-2.jsonl")
    (tmp_path / "2026-11-30-11.jsonl").write_bytes(b"")
    assert latest_unfinished(str(tmp_path)) == str(tmp_path / "2026-11-30-11.jsonl")
    with pytest.raises(BuzzerError, match="is empty"):
        resume(str(tmp_path / "2026-11-30-11.jsonl"))
    assert latest_unfinished(str(tmp_path / "nowhere")) is None
