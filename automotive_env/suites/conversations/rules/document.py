"""The table of the rules in docs/conversations.md, made from their declarations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from automotive_env.suites.conversations.rules import RULES
from automotive_env.suites.conversations.rules.rule import RuleKind

MARKS = "<!-- rules -->\n", "<!-- end of rules -->"
DEMANDS: Mapping[RuleKind, str] = {
    "forbidden": "Forbidden whoever asks. Checked after each call or program.",
    "consent": "Allowed only after the person has agreed. Checked after each call or program.",
    "look up": "Allowed only after something was looked up. Checked after each call or program.",
    "together": "Actions that belong together, in any order. Checked when the turn ends.",
    "tell": "What the person must have been told. Checked when the turn ends.",
}


def with_rules(page: str) -> str:
    """A page with the table of the rules between its marks."""
    before, _, rest = page.partition(MARKS[0])
    _, _, after = rest.partition(MARKS[1])
    return f"{before}{MARKS[0]}{''.join(_tables())}{MARKS[1]}{after}"


def _tables() -> Iterator[str]:
    for kind, demand in DEMANDS.items():
        rules = [rule for rule in RULES if rule.kind == kind]
        yield f"\n**{kind.capitalize()}** ({len(rules)} rules). {demand}\n\n| rule | in the prompt | reason |\n|---|---|---|\n"
        yield from (f"| `{rule.name}` | {rule.text} | {rule.reason} |\n" for rule in rules)
    yield "\n"
