"""Every family of native agents finishes tasks in its own form."""

from contracts.native_contract import NativeContract
from contracts.native_writers import (
    write_claude_before,
    write_claude_computer,
    write_gemini_computer,
    write_openai_computer,
    write_qwen_vl,
)

from automotive_env.agents.native import claude_computer, gemini_computer, openai_computer, qwen_vl


class TestQwenVl(NativeContract):
    family = qwen_vl.FAMILY
    write = write_qwen_vl


class TestOpenAIComputer(NativeContract):
    family = openai_computer.FAMILY
    write = write_openai_computer


class TestClaudeComputer(NativeContract):
    family = claude_computer.FAMILY
    write = write_claude_computer


class TestClaudeComputerBefore(NativeContract):
    family = claude_computer.FAMILY
    write = write_claude_before


class TestGeminiComputer(NativeContract):
    family = gemini_computer.FAMILY
    write = write_gemini_computer
