"""Play what people say to cars on the head unit with the built-in model, and count how often the car is as it should be.

`python -m automotive_env.scripts.measure_builtin ../shared/reference/utterances` reads the sayings from a folder;
`tests/models/builtin_development.json` says of each, by file and line, what is to be true afterwards. The model was developed on
the even rows; the odd ones are reported apart.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import anyio
import typer

from automotive_env.agents.agent import EpisodeContext
from automotive_env.agents.registry import find_agent
from automotive_env.episode.action import Answer, Status
from automotive_env.episode.headless import HeadlessController
from automotive_env.models.builtin import BuiltinModel
from automotive_env.validators import signals

ROWS = Path(__file__).resolve().parents[1] / "tests" / "models" / "builtin_development.json"
STEPS = 25


@dataclass
class MeasuredEpisode:
    """How an episode went.

    Attributes:
        car: afterwards.
        start: values of the paths that matter, before.
        ending: the status, empty where there was none.
        said: what was answered.
        actions: what was done, and how long the decisions took.
    """

    car: HeadlessController
    start: Mapping[str, Any]
    ending: str = ""
    said: list[str] = field(default_factory=list)
    actions: list[str] = field(default_factory=list)
    seconds: float = 0.0


async def play(saying: str, setup: Mapping[str, Any], wanted: Mapping[str, Any], agent_name: str = "t3a") -> MeasuredEpisode:
    """Play one saying in a fresh car, parked, with some properties set before."""
    car = HeadlessController()
    for path, value in setup.items():
        car.world.set(path, value)
    played = MeasuredEpisode(car, {path: car.world.get(path) for path in wanted if "." in path})
    agent = find_agent(agent_name).make(BuiltinModel())
    agent.reset(saying, EpisodeContext(seed=0, apps=car.apps, apis=car.apis, max_steps=STEPS))
    for _ in range(STEPS):
        seen = car.observe()
        seen.elements  # noqa: B018  # laid out before the clock starts
        began = time.perf_counter()
        decision = await agent.act(seen)
        played.seconds += time.perf_counter() - began
        assert decision.action is not None, decision.error
        played.actions.append(f"{decision.action.to_json()} {decision.reasoning[:80]}")
        if isinstance(decision.action, Status):
            played.ending = decision.action.goal_status
            break
        if isinstance(decision.action, Answer):
            played.said.append(decision.action.text)
        outcome = car.act(decision.action, seen)
        await agent.reflect(decision, outcome, car.observe())
    return played


def is_as_wanted(played: MeasuredEpisode, wanted: Mapping[str, Any]) -> bool:
    """Whether everything is as it should be."""
    return all(_met(played, path, value) for path, value in wanted.items())


def _met(played: MeasuredEpisode, path: str, value: Any) -> bool:
    world = played.car.world
    if path == "said":
        return any(value in text for text in played.said)
    if path == "destination":
        return bool(world.get("navigation.is_active")) and value.lower() in str(played.car.read(signals.DESTINATION)).lower()
    if path == "called":
        return bool(world.get("conversation.current_contact") == value)
    if path == "messaged":
        return bool(played.car.read(signals.LAST_MESSAGE_TO) == value)
    now: Any = world.get(path)
    if value in (">", "<"):
        return bool(now > played.start[path] if value == ">" else now < played.start[path])
    return bool(abs(now - value[1]) <= 2 if isinstance(value, list) else now == value)


def rows(folder: Path) -> Iterator[tuple[str, Mapping[str, Any], Mapping[str, Any]]]:
    """Saying, what is set before, and what is to be true afterwards."""
    texts = {file.stem: file.read_text("utf-8").splitlines() for file in sorted(folder.glob("*.jsonl"))}
    for name, line, wanted, setup, swap in json.loads(ROWS.read_text("utf-8")):
        saying = json.loads(texts[name][line])["text"]
        yield saying.replace(*swap) if swap else saying, setup, wanted


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of the reference texts.")],
    agent: Annotated[str, typer.Option(help="Agent that plays.")] = "t3a",
    show: Annotated[str, typer.Option(help="Print failures of the even or the odd rows, or none.")] = "",
) -> None:
    """Measure, and print one line for each half."""
    met: dict[str, list[bool]] = {"even": [], "odd": []}
    seconds = steps = 0.0
    for number, (saying, setup, wanted) in enumerate(rows(folder)):
        half = "odd" if number % 2 else "even"
        played = anyio.run(play, saying, setup, wanted, agent)
        met[half].append(is_as_wanted(played, wanted))
        seconds, steps = seconds + played.seconds, steps + len(played.actions)
        if half == show and not met[half][-1]:
            typer.echo(f"{number} {saying!r} {dict(wanted)} {played.ending} {played.said}\n    " + "\n    ".join(played.actions))
    for half, all_met in met.items():
        typer.echo(f"{half}: {sum(all_met)} of {len(all_met)}")
    typer.echo(f"{1000 * seconds / steps:.1f} ms a decision")


if __name__ == "__main__":
    typer.run(main)
