"""Links inside the documents lead somewhere."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
LINK = re.compile(r"\]\(([^)#\s]+)(?:#[^)]*)?\)")


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_relative_links_exist(document: Path) -> None:
    links = [link for link in LINK.findall(document.read_text("utf-8")) if "://" not in link]
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_every_decision_is_listed() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = set(LINK.findall((folder / "README.md").read_text("utf-8")))
    assert listed == {path.name for path in folder.glob("0*.md")}
