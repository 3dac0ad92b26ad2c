"""Options of the whole suite."""

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("test", max_examples=100, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("prove", settings.get_profile("test"), max_examples=2000)
settings.load_profile("prove" if os.environ.get("BUZZER_PROVE") else "test")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--accept-transcripts",
        action="store_true",
        help="write what was found into the .expect files of tests/transcripts, instead of comparing",
    )


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What the tests have measured (``record_property("figure", line)``), in one place at the end."""
    passed = terminalreporter.getreports("passed")
    figures = [str(value) for report in passed for name, value in report.user_properties if name == "figure"]
    if figures:
        terminalreporter.section("figures")
        for figure in figures:
            terminalreporter.line(figure)
