"""The suite of BFCL with the package itself, where it is installed: right calls pass, verdicts are those of its own checker."""

import importlib.util

import anyio
import pytest

from automotive_env.agents.agent import AgentOptions
from automotive_env.episode.headless import HeadlessController
from automotive_env.scripts.conformance_bfcl import CHANGES, compared
from automotive_env.suites.bfcl.functions import functions_of
from automotive_env.suites.bfcl.package import CLASSES
from automotive_env.suites.bfcl.suite import BfclSuite
from automotive_env.suites.suite import PlayerSeat, Selection

needed = [name for name in ("bfcl_eval", "mpmath") if importlib.util.find_spec(name) is None]
pytestmark = pytest.mark.skipif(bool(needed), reason=f"{', '.join(needed)} not installed; docs/bfcl.md")


def test_all_right_calls_pass_and_doing_nothing_never_does():
    suite, seat = BfclSuite(), PlayerSeat(HeadlessController(), privileged=True)
    items = suite.plan(Selection())
    assert len(items) == 800

    async def failed(player):
        agent = suite.player(player).make(None, None, AgentOptions())
        return [item.task for item in items if not (await suite.play(item, agent, seat)).record.success]

    assert anyio.run(failed, "oracle") == []
    assert len(anyio.run(failed, "noop")) == 800


def test_verdicts_are_those_of_its_own_checker():
    found = compared(every=20)
    assert {name: counts["differ"] for name, counts in found.items()} == {change.__name__: 0 for change in CHANGES}
    assert found["right"]["accepted"] == 40
    assert found["dropped"]["accepted"] == 0


def test_every_function_is_a_tool():
    tools = [function.tool for name in CLASSES for function in functions_of(name)]
    assert len(tools) == 129
    assert {kind for tool in tools for kind in types(tool.parameters)} <= {
        "object", "string", "number", "integer", "boolean", "array",
    }  # fmt: skip


def types(schema):
    """The types in a schema."""
    inner = [*schema.get("properties", {}).values(), *([schema["items"]] if "items" in schema else [])]
    return {schema["type"]}.union(*map(types, inner))
