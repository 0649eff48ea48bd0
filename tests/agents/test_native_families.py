"""Every family of native agents finishes tasks in its own form."""

from pathlib import Path

import pytest
from contracts.computer_writers import (
    COMPUTER_WRITERS,
    write_claude_before,
    write_claude_computer,
    write_gemini_computer,
    write_openai_computer,
)
from contracts.native_contract import NativeContract
from contracts.native_writers import WRITERS, write_qwen_vl, write_qwen_vl_call, write_tools, write_ui_tars

from automotive_env.agents.native import claude_computer, gemini_computer, openai_computer, qwen_vl, tools, ui_tars
from automotive_env.agents.native.families import native_families
from automotive_env.agents.options import AgentOptions
from automotive_env.agents.registry import all_agents

ROOT = Path(__file__).parents[2]
OTHER_FORM = pytest.mark.at_once(2)
"""For a form that differs from another class of the family in numbers or calls: the first tasks tap, type and speak."""


def test_every_family_has_a_writer_prompts_and_a_command_in_the_documentation() -> None:
    page = (ROOT / "docs" / "native-agents.md").read_text("utf-8")
    families = native_families()
    assert {family.name for family, _ in (WRITERS | COMPUTER_WRITERS).values()} == set(families)
    assert {name for name in families if f"--agent {name} " not in page} == set()
    assert {name for name in families if not (ROOT / "agents" / "prompts" / f"{name}.user.jinja").is_file()} == set()
    assert families.keys() | {f"asurada:{name}" for name in families} <= all_agents().keys()


class TestQwenVl(NativeContract):
    family = qwen_vl.FAMILY
    write = write_qwen_vl


@OTHER_FORM
class TestQwenVlOfPixelsByCalls(NativeContract):
    family = qwen_vl.FAMILY
    write = write_qwen_vl_call
    options = AgentOptions(space="pixels", tools=True, pictures=3)


class TestUiTars(NativeContract):
    family = ui_tars.FAMILY
    write = write_ui_tars


@OTHER_FORM
class TestUiTarsOfThousandths(NativeContract):
    family = ui_tars.FAMILY
    write = write_ui_tars
    options = AgentOptions(space="0..1000", picture_size="1024x768")


class TestTools(NativeContract):
    family = tools.FAMILY
    write = write_tools


class TestOpenAIComputer(NativeContract):
    family = openai_computer.FAMILY
    write = write_openai_computer


class TestClaudeComputer(NativeContract):
    family = claude_computer.FAMILY
    write = write_claude_computer


@OTHER_FORM
class TestClaudeComputerBefore(NativeContract):
    family = claude_computer.FAMILY
    write = write_claude_before


class TestGeminiComputer(NativeContract):
    family = gemini_computer.FAMILY
    write = write_gemini_computer
