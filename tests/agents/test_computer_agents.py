"""What a run can change about agents that use a vendor's computer tool, and what their records say of it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from command_line import run_here
from contracts.agent_contract import CONTEXT, button, moment

from automotive_env.agents.agent import Decision
from automotive_env.agents.native import claude_computer, gemini_computer, openai_computer
from automotive_env.agents.native.agent import MAX_ACTIONS, native_agent
from automotive_env.agents.native.family import NativeFamily
from automotive_env.agents.options import AS_DESIGNED, AgentOptions
from automotive_env.episode.controller import ActionOutcome
from automotive_env.errors import UsageError
from automotive_env.models.model import Choice, Completion, ComputerTool, ModelRequest, SafetyCheck, Sampling, ToolCall, Usage

CHECK = SafetyCheck("s1", "sensitive_domain", "Is it meant?")
CLICK = Choice(
    tool_calls=(ToolCall("c1", "computer", '{"action": {"type": "click", "x": 1, "y": 2}}', checks=(CHECK,)),),
    finish="tool_calls",
    opaque='{"form":"responses","parts":[]}',
)
NOBODY = "http://127.0.0.1:9/v1"
SEEN = moment(button(0, "Auto"), button(1, "Fan"), screen=(1408, 792))


class Scripted:
    """Says one thing after the other."""

    def __init__(self, *choices: Choice, name: str = "scripted") -> None:
        self.name = name
        self.requests: list[ModelRequest] = []
        self._choices = list(choices)

    async def complete(self, request: ModelRequest) -> Completion:
        self.requests.append(request)
        return Completion((self._choices.pop(0),), Usage(1, 1, 1))

    async def probe(self, sampling: Sampling) -> None:
        """It always answers."""

    async def close(self) -> None:
        """It holds nothing."""


def decisions(family: NativeFamily, model: Scripted, steps: int, options: AgentOptions = AS_DESIGNED) -> Sequence[Decision]:
    agent = native_agent(family).make(model, None, options)
    agent.reset("more air", CONTEXT)

    async def played() -> list[Decision]:
        found = []
        for _ in range(steps):
            found.append(await agent.act(SEEN))
            if found[-1].action:
                await agent.reflect(found[-1], ActionOutcome(True), SEEN)
        return found

    return asyncio.run(played())


def test_a_safety_check_is_acknowledged_and_recorded() -> None:
    model = Scripted(CLICK, Choice("Done."))
    first, second = decisions(openai_computer.FAMILY, model, 2)
    assert first.action is not None
    told = {"call": "computer", "code": "sensitive_domain", "message": "Is it meant?", "acknowledged": True}
    assert first.notes["native"]["safety_checks"] == [told]
    assert "safety_checks" not in second.notes["native"]
    [answer] = [message for message in model.requests[1].messages if message.role == "tool"]
    assert answer.acknowledged == (CHECK,)


def test_a_run_can_refuse_safety_checks() -> None:
    model = Scripted(CLICK)
    [decision] = decisions(openai_computer.FAMILY, model, 1, AgentOptions(safety_checks="refuse"))
    assert decision.action is not None
    assert decision.action.to_json() == {
        "action_type": "status",
        "goal_status": "infeasible",
        "reason": "the vendor's safety check is not acknowledged",
    }
    assert decision.notes["native"]["safety_checks"][0]["refused"] is True


def test_a_refused_call_does_not_go_back_to_the_vendor() -> None:
    model = Scripted(CLICK, Choice("Done."))
    decisions(openai_computer.FAMILY, model, 2, AgentOptions(safety_checks="refuse"))
    assert not any(message.tool_calls or message.opaque for message in model.requests[1].messages)


def test_the_version_of_the_tool_and_the_size_of_pictures_are_options() -> None:
    model = Scripted(Choice("Done."))
    options = AgentOptions(computer_tool="computer_20250124", picture_size="640x400")
    [decision] = decisions(claude_computer.FAMILY, model, 1, options)
    assert model.requests[0].computer == ComputerTool(640, 400, "computer_20250124")
    assert decision.notes["native"]["computer_tool"] == "computer_20250124"


def test_pictures_beyond_those_kept_are_left_out_of_results() -> None:
    wait = [Choice(tool_calls=(ToolCall(f"c{n}", "wait", '{"seconds": 1}'),), finish="tool_calls") for n in range(5)]
    model = Scripted(*wait)
    decisions(gemini_computer.FAMILY, model, 5, AgentOptions(pictures=2))
    assert [len(message.images) for message in model.requests[-1].messages if message.role == "tool"] == [0, 0, 1, 1]


@pytest.mark.parametrize(
    ("family", "model"),
    [
        (claude_computer.FAMILY, "openai:gpt-5.4"),
        (openai_computer.FAMILY, "anthropic:claude-opus-5"),
        (gemini_computer.FAMILY, "gemini-legacy:gemini-3.6-flash"),
        (claude_computer.FAMILY, "builtin"),
    ],
)
def test_a_model_of_another_vendor_is_refused_before_the_run(family: NativeFamily, model: str) -> None:
    with pytest.raises(UsageError, match=f"{family.name} uses the computer tool of {family.computer[0]}.*which {model} lacks"):
        native_agent(family).make(Scripted(name=model))


@pytest.mark.parametrize("agent", ["openai_computer", "asurada:openai_computer", "kate:openai_computer"])
@pytest.mark.at_once(1)
def test_a_model_of_another_vendor_is_refused_before_a_key_is_asked_for(agent: str) -> None:
    more = ("--no-knowledge",) if agent.startswith("kate") else ()
    done = run_here("run", "--agent", agent, "--model", "anthropic:x", *more)
    assert done.returncode == 2
    assert "uses the computer tool of openai" in done.stderr


@pytest.mark.parametrize(
    ("agent", "model", "allowed"),
    [
        ("claude_computer", "anthropic:x", "computer_toolset_20260801, computer_20251124 or computer_20250124"),
        ("openai_computer", "openai:x", "computer or computer_use_preview"),
        ("openai_computer", "openai-responses:x", "computer or computer_use_preview"),
        ("gemini_computer", "gemini:x", "ENVIRONMENT_MOBILE, ENVIRONMENT_BROWSER or ENVIRONMENT_DESKTOP"),
        ("asurada:claude_computer", "anthropic:x", "computer_toolset_20260801, computer_20251124 or computer_20250124"),
    ],
)
def test_a_version_that_no_vendor_has_is_refused_before_the_run(agent: str, model: str, allowed: str, tmp_path: Path) -> None:
    out = tmp_path / "run"
    done = run_here("run", "--agent", agent, "--model", f"{model}@{NOBODY}", "--computer-tool", "abc", "--out", str(out))
    assert done.returncode == 2
    assert done.stderr.strip() == f"error: {model.partition(':')[0]} has no computer tool 'abc'; use {allowed}"
    assert not out.exists()


@pytest.mark.parametrize(
    ("agent", "typed", "told"),
    [
        ("qwen_vl", "--space wide", "--space takes pixels, 0..999, 0..1000 or 0..1, not 'wide'"),
        ("qwen_vl", "--picture-size 20", "--picture-size takes the longer side in pixels"),
        ("kate:qwen_vl --no-knowledge", "--picture-size 1280x", "--picture-size takes the longer side in pixels"),
        ("qwen_vl", "--pictures 21", "--pictures must be from 1 to 20, not 21"),
        ("qwen_vl", "--safety-checks refuse", "qwen_vl does not use --safety-checks"),
        ("openai_computer", "--safety-checks ask", "--safety-checks takes acknowledge or refuse, not 'ask'"),
        ("ui_tars", "--tools", "ui_tars does not use --tools"),
        ("kate:ui_tars --no-knowledge", "--tools", "ui_tars does not use --tools"),
        ("t3a", "--computer-tool computer", "t3a does not use --computer-tool"),
        ("fc --suite vehicleworld", "--space pixels", "fc does not use --space"),
    ],
)
def test_an_option_that_an_agent_cannot_use_is_refused_before_a_model_is_asked(agent: str, typed: str, told: str) -> None:
    done = run_here("run", "--agent", *agent.split(), "--model", f"openai:x@{NOBODY}", *typed.split())
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {told}")


@pytest.mark.parametrize("agent", ["shapes", "qwen_vl", "asurada:tools"])
def test_an_agent_that_acts_on_pictures_is_refused_where_there_is_no_screen(agent: str) -> None:
    model = () if agent == "shapes" else ("--model", "openai:x@http://127.0.0.1:9/v1")
    done = run_here("run", "--agent", agent, *model, "--face", "calls")
    assert done.returncode == 2
    assert "acts on pictures, and --face calls has no screen" in done.stderr


@pytest.mark.parametrize("model", ["anthropic:claude-opus-5@http://127.0.0.1:1", "replay:said.jsonl", "somebody.elses:model"])
def test_a_model_that_may_have_the_tool_is_taken(model: str) -> None:
    native_agent(claude_computer.FAMILY).make(Scripted(name=model))


@pytest.mark.parametrize("region", [[640, 360, 1_280, 720], [640, 360, 1_279, 719], [640, 360, 5_000, 5_000]])
def test_a_part_that_ends_at_the_edge_of_the_picture_is_scaled_up(region: list[int]) -> None:
    arguments = json.dumps({"region": region})
    zoom = Choice(tool_calls=(ToolCall("z1", "zoom", arguments),), finish="tool_calls")
    model = Scripted(zoom, Choice("Done.", finish="stop"))
    picture = np.zeros((792, 1_408, 3), np.uint8)
    picture[396:, 704:] = 200
    seen = moment(screen=(1_408, 792), capture=lambda: picture)
    agent = native_agent(claude_computer.FAMILY).make(model)
    agent.reset("more air", CONTEXT)
    asyncio.run(agent.act(seen))
    part = model.requests[1].images[-1]
    assert (part.shape, part.min()) == ((720, 1_280, 3), 200)


def test_actions_beyond_the_limit_are_answered() -> None:
    click = json.dumps({"coordinate": [10, 20]})
    calls = tuple(ToolCall(f"c{number}", "left_click", click) for number in range(25))
    model = Scripted(Choice(tool_calls=calls, finish="tool_calls"), Choice("Done.", finish="stop"))
    decisions(claude_computer.FAMILY, model, MAX_ACTIONS + 1)
    told = [message.text for message in model.requests[1].messages if message.role == "tool"]
    assert told[:MAX_ACTIONS] == ["done"] * MAX_ACTIONS
    assert all("not carried out" in text for text in told[MAX_ACTIONS:])
    assert "at most 10 actions" in told[MAX_ACTIONS]
    assert len(told) == len(calls)
