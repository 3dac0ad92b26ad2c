"""`buzzer rules`: the regulations that are known, one of them field by field, and whether a file is one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from buzzer.core.rules import Ruleset

_NAME = typer.Argument(metavar="NAME", help="A preset's name, or a .toml file.", show_default=False)
_JSON = typer.Option("--json", help="One JSON object, for programs.")


def register(app: typer.Typer) -> None:
    group = typer.Typer(help="Regulations: list, show, check.", no_args_is_help=False)
    group.command("list")(list_rules)
    group.command("show")(show)
    group.command("check")(check)
    app.add_typer(group, name="rules")


def list_rules(as_json: Annotated[bool, _JSON] = False) -> None:
    """List the presets."""
    from buzzer.commands.simulate import print_lines
    from buzzer.rulesets import names, preset

    titles = {name: preset(name).title for name in names()}
    if as_json:
        print_lines([json.dumps({"rulesets": [{"name": name, "title": titles[name]} for name in titles]})])
        return
    width = max(len(name) for name in titles)
    for name, title in titles.items():
        print(f"{name:{width}}  {title}".rstrip())


def show(name: Annotated[str, _NAME], as_json: Annotated[bool, _JSON] = False) -> None:
    """Show a ruleset: each field, its value, what it means and the clause it comes from."""
    from buzzer.commands.simulate import print_lines
    from buzzer.rulesets import load

    rules = load(name)
    if as_json:
        print_lines([json.dumps(rules.model_dump(mode="json", exclude_none=True), ensure_ascii=False)])
        return
    _print_table(rules)


def check(file: Annotated[str, typer.Argument(metavar="FILE", help="A ruleset, a .toml file.")]) -> None:
    """Check a ruleset of one's own: exit 2 with file and field where it is wrong."""
    from buzzer.errors import InputError
    from buzzer.rulesets import load

    if not file.endswith(".toml"):
        raise InputError("a ruleset's file ends in .toml", path=file, remedy="rename it, or check the name")
    rules = load(file)
    print(f"{file}: a whole ruleset" + (f", {rules.title or rules.name}" if rules.title or rules.name else ""))


def _print_table(rules: Ruleset) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("field", "value", "meaning", title=rules.title or rules.name, title_justify="left")
    for name, field in type(rules).model_fields.items():
        table.add_row(name, said(getattr(rules, name), name.endswith("_us")), field.description)
    Console().print(table, markup=False)


def said(value: Any, duration: bool = False) -> str:
    """A field's value as it would be written in the file; ``–`` where there is none."""
    if value is None or value == () or value == {}:
        return "–"
    if duration:
        return in_units(value)
    if isinstance(value, dict):
        return ", ".join(f"{name} {count}" for name, count in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(each) for each in value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def in_units(us: int) -> str:
    """``7 s``, ``250 ms``, ``1500001 us``: the largest unit that is exact."""
    for unit, size in (("s", 1_000_000), ("ms", 1_000)):
        if us % size == 0:
            return f"{us // size} {unit}"
    return f"{us} us"
