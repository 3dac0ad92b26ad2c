"""What a view keeps from one frame to the next changes nothing: over a match it draws what a fresh one draws."""

from __future__ import annotations

from buzzer.bench import facts_of_match, setup
from hosts.console.played import frames, package
from hosts.console.view import View, view
from hosts.console.view.fit import STRESS
from hosts.console.view.ui import Look, Ui

SIZE = (1280, 720)


def even(text: str, size: int, _bold: bool) -> int:
    return len(text.replace(STRESS, "")) * size * 55 // 100


def test_a_match_is_drawn_as_by_a_fresh_view() -> None:
    kept, ui, texts = View(even, package(2)), Ui(), package(2)
    seen = news = 0
    for frame in list(frames(setup(), facts_of_match(8)))[::3]:
        fresh = view(frame.published, frame.now_us, SIZE, Look("ru"), ui, measure=even, package=texts)
        assert kept(frame.published, frame.now_us, SIZE, Look("ru"), ui) == fresh
        seen, news = seen + 1, news + frame.news
    assert seen > 150
    assert news > 30


def test_a_part_is_not_taken_for_that_of_another_size_or_language() -> None:
    kept, texts = View(even, package(2)), package(2)
    frame = next(iter(frames(setup(), facts_of_match(1))))
    for size in (SIZE, (1024, 768)):
        for lang in ("ru", "en"):
            fresh = view(frame.published, frame.now_us, size, Look(lang), Ui(), measure=even, package=texts)
            assert kept(frame.published, frame.now_us, size, Look(lang), Ui()) == fresh
