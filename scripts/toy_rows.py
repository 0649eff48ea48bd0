"""What a toy is trained on: turns that need one call, and replies of which a known part is right; see `train_toy.py`."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import anyio

from automotive_env.kate.training.rollouts.environments import environment_class, rollout_rows
from automotive_env.kate.training.rollouts.tool_class import RollOut
from automotive_env.kate.training.row import ChatCall, ChatFunction, ChatMessage, TrainingRow
from automotive_env.kate.training.rows import TrainedAgent, gold_rows
from automotive_env.suites.registry import find_suite
from automotive_env.suites.splits import Split
from automotive_env.suites.suite import Selection
from automotive_env.suites.vehicleworld.shipped import shipped_scenarios

DEVICES = frozenset({"hazardLight", "tailLight", "fogLight", "footPedal", "positionLight", "fuelPort", "bluetooth"})
"""Scenarios with these alone are played: they have one or two APIs each, so that prompts are short."""
SYSTEM = "You are the assistant of a car. Call what the request needs.\n"
ASKS = ChatMessage(role="assistant", content="Are you sure?")
DONE = ChatMessage(role="assistant", content="Done.")


def scenarios(split: Split = "train") -> tuple[str, ...]:
    """The names of the scenarios of a split that are short enough."""
    found = shipped_scenarios().items()
    return tuple(name for name, one in found if f".{split}." in name and set(one.beginning.modules) <= DEVICES)


def rows(names: tuple[str, ...], prompts: Path, split: Split = "train") -> tuple[list[TrainingRow], list[TrainingRow]]:
    """Right replies, and roll-outs, of some scenarios; of each scenario its first turn, where one call is right.

    Args:
        names: of the scenarios.
        prompts: folder for a short system message.
        split: of the scenarios.
    """
    prompts.mkdir(parents=True, exist_ok=True)
    (prompts / "calls.system.jinja").write_text(SYSTEM, encoding="utf-8", newline="\n")
    suite, selection, left_out = find_suite("vehicleworld"), Selection(tasks=names), Counter[str]()

    async def collect() -> tuple[list[TrainingRow], list[TrainingRow]]:
        pupil = TrainedAgent(prompts=(prompts,))
        replies = [row async for row in gold_rows(suite, selection, split, left_out, pupil)]
        return replies, [row async for row in rollout_rows(suite, selection, split, left_out, pupil)]

    replies, roll_outs = anyio.run(collect)
    kept = {(row.task, row.turn) for row in replies if row.turn == 0 and len(row.calls) == 1}
    return [row for row in replies if (row.task, row.turn) in kept], [row for row in roll_outs if (row.task, row.turn) in kept]


def noisy_rows(
    replies: Sequence[TrainingRow], roll_outs: Sequence[TrainingRow], times: int, right: float, seed: int = 0
) -> Iterator[TrainingRow]:
    """Replies of which a part is right, and the others call something that the car's verdict calls wrong.

    Every fourth is followed by a row that says what comes after a call, so that roll-outs end.

    Args:
        replies: the right ones.
        roll_outs: of the same turns, in the same order.
        times: replies of each turn.
        right: chance of each to be right, 0 to 1.
        seed: of what is drawn.
    """
    draw = random.Random(seed)
    for number in range(times):
        for row, roll_out in zip(replies, roll_outs, strict=True):
            car = environment_class(roll_out.environment)()
            said = row.completion[0] if draw.random() < right else _wrong(row, roll_out, car, draw)
            yield row.model_copy(update={"id": f"{row.id}#{number}", "completion": (said,)})
            if said.tool_calls and number % 4 == 0:
                told = ChatMessage(role="tool", content=_answer(car, roll_out, said))
                yield row.model_copy(
                    update={"id": f"{row.id}#{number}+", "prompt": (*row.prompt, said, told), "completion": (DONE,)}
                )


def _wrong(row: TrainingRow, roll_out: TrainingRow, car: RollOut, draw: random.Random) -> ChatMessage:
    """Words instead of a call, or a call that leaves the car as it should not be."""
    if draw.random() < 0.5:
        return ASKS
    while True:
        said = _any_call(row, draw)
        _answer(car, roll_out, said)
        if not car.get_reward():
            return said


def _answer(car: RollOut, roll_out: TrainingRow, said: ChatMessage) -> str:
    """What the car tells of a call where a roll-out begins."""
    car.reset(**roll_out.to_json())
    called = said.tool_calls[0].function
    return str(getattr(car, called.name)(**json.loads(called.arguments)))


def _any_call(row: TrainingRow, draw: random.Random) -> ChatMessage:
    tool = draw.choice(row.tool_list())["function"]
    properties, required = tool["parameters"]["properties"], tool["parameters"]["required"]
    named = [name for name in properties if name in required or draw.random() < 0.5]
    arguments = {name: _any_value(properties[name], draw) for name in named}
    call = ChatCall(function=ChatFunction(name=tool["name"], arguments=json.dumps(arguments)))
    return ChatMessage(role="assistant", tool_calls=(call,))


def _any_value(schema: dict[str, Any], draw: random.Random) -> Any:
    if schema["type"] == "array":
        return [_any_value(schema["items"], draw)]
    return draw.choice(schema.get("enum") or [True, False])
