"""`content`: queries and changes of content providers."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from automotive_env.emulator.virtual.content import ContentFault, Provider, Row, provider
from automotive_env.emulator.virtual.process import Process, command
from automotive_env.emulator.virtual.services.shell_text import valid
from automotive_env.emulator.virtual.users import SYSTEM, UsageFault, user_of

VERBS = ("query", "insert", "update", "delete", "read")
TYPES = ("b", "s", "i", "l", "f", "d", "n")
_TERM = re.compile(r"\s*(\w+)\s*(=|!=|<>|>=|<=|>|<)\s*('(?:[^']|'')*'|\"[^\"]*\"|[-+\w.]+)\s*", re.ASCII)
_SORT = re.compile(r"(\w+)(?:\s+(asc|desc))?(?:\s+limit\s+(\d{1,6}))?", re.ASCII | re.IGNORECASE)
MAX_CONDITION_CHARACTERS = 2_000


@dataclass
class Query:
    """The options of a command."""

    uri: str = ""
    columns: tuple[str, ...] = ()
    where: str = ""
    sort: str = ""
    values: dict[str, str] = field(default_factory=dict)


@command("content")
async def content(process: Process) -> int:
    """`content VERB --uri URI [--user N] ...`; the user is 0 where none is named."""
    verb = process.args[0] if process.args else ""
    query = Query()
    try:
        if verb not in VERBS:
            raise UsageFault(f"[ERROR] Unsupported operation: {verb}")
        args, user = user_of(valid(process.args[1:]), SYSTEM)
        query = _parse(args)
        return await _run(process, verb, provider(process.device, query.uri, user), query)
    except UsageFault as fault:
        return await process.fail(str(fault), "usage: adb shell content [subcommand] [options]")
    except ContentFault as fault:
        authority = query.uri.partition("://")[2].partition("/")[0]
        return await process.fail(f"Error while accessing provider:{authority}", str(fault))


def _parse(args: list[str]) -> Query:
    query, rest = Query(), list(args)
    while rest:
        option = rest.pop(0)
        if not rest:
            raise UsageFault(f"[ERROR] No value for: {option}")
        _take(query, option, rest.pop(0))
    if not query.uri:
        raise UsageFault("[ERROR] Content provider URI not specified. Did you specify --uri argument?")
    return query


def _take(query: Query, option: str, value: str) -> None:
    match option:
        case "--uri":
            query.uri = value
        case "--projection":
            query.columns = tuple(value.split(":"))
        case "--where":
            query.where = value
        case "--sort":
            query.sort = value
        case "--bind":
            name, kind, text = [*value.split(":", 2), "", ""][:3]
            if not name or kind not in TYPES:
                raise UsageFault(f"[ERROR] Binding not well formed: {value}")
            query.values[name] = text
        case _:
            raise UsageFault(f"[ERROR] Unsupported argument: {option}")


async def _run(process: Process, verb: str, table: Provider, query: Query) -> int:
    if verb == "insert":
        table.insert(query.values)
        return 0
    if verb == "read":
        raise ContentFault(f"java.io.FileNotFoundException: No files supported by provider at {query.uri}")
    rows = _where(table.rows(), query.where)
    if verb == "query":
        return await process.print(*_shown(_sorted(rows, query.sort), query.columns))
    if verb == "update":
        table.update(rows, query.values)
    else:
        table.delete(rows)
    return 0


def _shown(rows: list[Row], columns: tuple[str, ...]) -> list[str]:
    for column in columns:
        if rows and column not in rows[0]:
            raise ContentFault(f"java.lang.IllegalArgumentException: Invalid column {column}")
    lines = []
    for number, row in enumerate(rows):
        cells = (f"{column}={'NULL' if row[column] is None else row[column]}" for column in columns or row)
        lines.append(f"Row: {number} {', '.join(cells)}")
    return lines or ["No result found."]


def _where(rows: list[Row], condition: str) -> list[Row]:
    """The rows that meet `COLUMN OP VALUE [AND COLUMN OP VALUE]...`."""
    if len(condition) > MAX_CONDITION_CHARACTERS:
        raise ContentFault("android.database.sqlite.SQLiteException: the condition is too long")
    at = 0
    while at < len(condition):
        term = _TERM.match(condition, at)
        if term is None or (rows and term[1] not in rows[0]):
            raise ContentFault(f'android.database.sqlite.SQLiteException: near "{condition[at : at + 40]}": syntax error')
        rows = [row for row in rows if _meets(row[term[1]], term[2], _plain(term[3]))]
        at = term.end()
        joint = re.compile("and\\b", re.IGNORECASE).match(condition, at)
        if at < len(condition) and joint is None:
            raise ContentFault(f'android.database.sqlite.SQLiteException: near "{condition[at : at + 40]}": syntax error')
        at = joint.end() if joint else at
    return rows


def _plain(word: str) -> str:
    return word[1:-1].replace("''", "'") if word[:1] in "'\"" else word


def _meets(held: str | None, operator: str, wanted: str) -> bool:
    if held is None:
        return False
    if operator in ("=", "!=", "<>"):
        return (held == wanted) is (operator == "=")
    left, right = _order(held), _order(wanted)
    return {">": left > right, "<": left < right, ">=": left >= right, "<=": left <= right}[operator]


def _order(text: str | None) -> tuple[int, float, str]:
    """Sorts numbers by value, then texts."""
    try:
        return (1, float(text or ""), "")
    except ValueError:
        return (2, 0.0, text or "")


def _sorted(rows: list[Row], order: str) -> list[Row]:
    """The rows in the order of `COLUMN [ASC|DESC] [LIMIT N]`."""
    if not order:
        return rows
    wanted = _SORT.fullmatch(order.strip())
    if wanted is None or (rows and wanted[1] not in rows[0]):
        raise ContentFault(f'android.database.sqlite.SQLiteException: near "{order[:40]}": syntax error')
    down = (wanted[2] or "").lower() == "desc"
    ranked = sorted(rows, key=lambda row: _order(row[wanted[1]]), reverse=down)
    return ranked[: int(wanted[3])] if wanted[3] else ranked
