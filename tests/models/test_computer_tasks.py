"""Whole tasks over the vendors' SDKs: a server on loopback speaks each form, and every request is held to the SDK's types."""

import json
from typing import Any

import pytest
from computer_forms import MAKERS, ComputerForm
from contracts.computer_writers import COMPUTER_WRITERS
from contracts.native_contract import TASKS, played_by_oracle
from model_server import Loopback, Reply

from automotive_env.episode.headless import HeadlessController
from automotive_env.models.kind import is_installed
from automotive_env.models.model import Choice, Completion, ModelRequest, SafetyCheck

FAMILIES = {"openai": "openai_computer", "anthropic": "claude_computer", "gemini": "gemini_computer"}
CHECK = SafetyCheck("cu_sc_1", "require_confirmation", "Is it meant?")


class OverTheWire:
    """Sends what a scripted model would say over a server of the vendor, and hands on what comes back."""

    def __init__(self, scripted: Any, form: ComputerForm, loopback: Loopback) -> None:
        self._scripted, self._form, self._loopback = scripted, form, loopback
        self._vendor = form.vendor.model(loopback)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._scripted, name)

    @property
    def name(self) -> str:
        return self._vendor.name

    async def complete(self, request: ModelRequest) -> Completion:
        if request.purpose != "act":
            return await self._scripted.complete(request)
        choice = (await self._scripted.complete(request)).choice
        self._loopback.says(Reply(self._body(choice, first=len(self._loopback.asked) == 0)))
        completion = await self._vendor.complete(request)
        assert self._form.invalid(self._loopback.asked[-1]) == []
        assert [(call.name, json.loads(call.arguments)) for call in completion.choice.tool_calls] == [
            (call.name, json.loads(call.arguments) | self._decision(call, completion)) for call in choice.tool_calls
        ]
        return completion

    async def close(self) -> None:
        await self._vendor.close()

    def _body(self, choice: Choice, first: bool) -> dict[str, Any]:
        calls = [(call.name, json.loads(call.arguments)) for call in choice.tool_calls]
        return self._form.reply(choice.text, calls, CHECK if first else None) if calls else self._form.final(choice.text)

    def _decision(self, call: Any, completion: Completion) -> dict[str, Any]:
        """What Gemini adds to the arguments of a call that has a check."""
        given = json.loads(completion.choice.tool_calls[0].arguments)
        return {"safety_decision": given["safety_decision"]} if "safety_decision" in given else {}


@pytest.mark.parametrize(
    ("vendor", "task"),
    [
        pytest.param(vendor, task, marks=[] if place == at else pytest.mark.sweep)
        for place, task in enumerate(TASKS)
        for at, vendor in enumerate(FAMILIES)
    ],
)
def test_a_task_is_finished_over_the_wire(vendor: str, task: str, loopback: Loopback):
    if not is_installed(vendor) and vendor == "anthropic":
        pytest.skip("needs the extra: pip install '.[anthropic]'")
    form = MAKERS[vendor]()
    family, write = COMPUTER_WRITERS[FAMILIES[vendor]]
    episode, model = played_by_oracle(
        family, write, task, HeadlessController(), wrap=lambda scripted: OverTheWire(scripted, form, loopback)
    )
    assert episode.record.outcome == "pass", (episode.record.error, [step.error for step in episode.steps])
    assert len(loopback.asked) == sum(request.purpose == "act" for request in model.requests)
