"""verifiers: instances of tasks as a taskset, with the tools of `automotive_env.adapters.trl` and the verdict as reward.

Its loaders take the name of a top-level module: `vf-eval automotive_env_verifiers`. The car is in the process of the tools, which
verifiers starts for each roll-out as `python -m automotive_env.adapters.verifiers`.
"""

from __future__ import annotations

import functools
from asyncio import Lock
from collections.abc import Callable, Iterator
from inspect import Parameter, Signature
from itertools import islice
from typing import Annotated, Any, Self

import verifiers.v1 as vf
from pydantic import WithJsonSchema, model_validator
from verifiers.v1.harnesses.null import NullHarness

from automotive_env.adapters.trl import screen_class, system_prompt
from automotive_env.episode.faces import Face
from automotive_env.episode.limits import Limits
from automotive_env.errors import UsageError
from automotive_env.models.model import Tool
from automotive_env.suites.registry import find_suite
from automotive_env.suites.suite import Selection, repeated
from automotive_env.tasks.kit.scene import Ending


class CarState(vf.State):
    """What the process of the tools tells of the episode after each call.

    Attributes:
        over: whether further calls do nothing.
        met: whether the verdict is a success.
        verdict: the verdict as text.
        state: a hash of the car's state.
    """

    over: bool = False
    met: bool = False
    verdict: str = "not met: no action was carried out"
    state: str = ""


class CarData(vf.TaskData):
    """An instance: what `ScreenRollOut.reset` takes, the face on which it is played, and how many decisions an agent has."""

    task: str
    seed: int
    ending: Ending
    place: str
    face: Face
    steps: int


class CarTools(vf.Toolset[vf.ToolsetConfig, CarState]):
    """A car, whose tools are the actions of a face; calls are carried out one after the other."""

    TOOL_PREFIX = None

    async def setup_task(self, task: CarData) -> None:
        """Set the instance up."""
        self.car = screen_class(task.face)()
        self.car.reset(**task.model_dump(include={"task", "seed", "ending", "place"}))
        self.turn = Lock()

    def register(self, mcp: Any) -> None:
        """Offer the tools."""
        for tool in self.car.tools:
            call = self._in_turn(self._with_state(self._recorded_call(tool)))
            mcp.add_tool(call, name=tool.name, description=tool.description)

    def _recorded_call(self, tool: Tool) -> Callable[..., str]:
        """A call of a tool, after which the episode is told."""

        def call(**arguments: Any) -> str:
            said, played = getattr(self.car, tool.name)(**arguments), self.car.task
            verdict = played.verdict()
            self.state.over, self.state.met, self.state.verdict = self.car.over, verdict.met, str(verdict)
            self.state.state = played.state_hash()
            return str(said)

        call.__signature__ = _signature(tool)  # type: ignore[attr-defined]
        return call

    def _in_turn(self, synced: Callable[..., Any]) -> Callable[..., Any]:
        """Calls that overlap would tell the state of the earlier one last."""

        @functools.wraps(synced)
        async def call(**arguments: Any) -> Any:
            async with self.turn:
                return await synced(**arguments)

        return call


def _signature(tool: Tool) -> Signature:
    """The parameters with the schemas of the tool; what is given is judged by the car, in its words."""
    required = tool.parameters.get("required", ())
    return Signature(
        [
            Parameter(
                name,
                Parameter.KEYWORD_ONLY,
                default=Parameter.empty if name in required else None,
                annotation=Annotated[Any, WithJsonSchema(dict(schema))],
            )
            for name, schema in tool.parameters["properties"].items()
        ]
    )


class CarTask(vf.Task[CarData, CarState]):
    """An instance, which ends when the agent ends it or has no steps left."""

    @classmethod
    def toolsets(cls, config: vf.TaskConfig) -> list[vf.Toolset]:
        """The car, a new one for each roll-out."""
        return [CarTools(vf.ToolsetConfig())]

    @vf.stop
    async def over(self, trace: vf.Trace) -> bool:
        """Whether further calls do nothing, or as many replies were given as there are steps, whatever was in them."""
        return bool(trace.state.over) or trace.num_turns >= self.data.steps

    @vf.reward
    async def success(self, trace: vf.Trace) -> float:
        """1 where everything is met and the agent has ended the episode, otherwise 0."""
        return float(trace.info["success"])

    async def finalize(self, trace: vf.Trace, runtime: vf.Runtime) -> None:
        """Record the verdict and the car's state, so that `vf-replay` rewards as the roll-out did."""
        told: CarState = trace.state
        trace.info |= {"success": told.met, "verdict": told.verdict, "state": told.state}


class CarConfig(vf.TasksetConfig):
    """What is played; of a task, place or number that does not exist it says so as it is made.

    Attributes:
        tasks: names or patterns such as "hvac.*"; all without any.
        instances: of each task.
        seed: what instances are drawn from.
        place: a city, "LATITUDE,LONGITUDE" or "random".
        face: how the car is reached: screen, calls or both.
    """

    tasks: list[str] = []
    instances: int = 1
    seed: int = 0
    place: str = "random"
    face: Face = "screen"

    @property
    def selection(self) -> Selection:
        """What the suite plans."""
        return Selection(tuple(self.tasks), instances=self.instances, seed=self.seed, place=self.place, face=(self.face,))

    @model_validator(mode="after")
    def _can_be_drawn(self) -> Self:
        """Draw one instance, so that the command line names what does not exist as it does its own options."""
        suite, asked = find_suite("automotive"), self.selection
        try:
            repeated(islice(filter(None, map(suite.draw, suite.drafts(asked))), 1), asked)
        except UsageError as error:
            raise ValueError(str(error)) from None
        return self


class CarTaskset(vf.Taskset[CarTask, CarConfig]):
    """The tasks of this benchmark."""

    def load(self) -> Iterator[CarTask]:
        """Each instance of the plan, its prompt being the wish and what is seen at first."""
        asked, system = self.config, system_prompt(self.config.face)
        car = screen_class(asked.face)()
        for item in find_suite("automotive").plan(asked.selection):
            drawn = item.content
            row = {"task": item.task, "seed": drawn.seed, "ending": drawn.ending, "place": asked.place}
            told: dict[str, Any] = {"prompt": f"## Goal\n{drawn.goal}\n{car.reset(**row)}"}
            told |= {"name": f"{item.task}/{item.instance}", "steps": Limits.for_task(car.task.task.steps).steps}
            yield CarTask(CarData(**told, **row, system_prompt=system, face=asked.face), asked.task)


class CarHarness(NullHarness):
    """The chat loop without a shell, which is what plays by default."""


class CarAgentConfig(vf.AgentConfig):
    """The chat loop is a process of this machine by default, where the library has a remote sandbox: it carries out no code."""

    runtime: vf.RuntimeConfig = vf.SubprocessConfig()


class CarEnvConfig(vf.SingleAgentEnvConfig):
    """The one agent."""

    agent: CarAgentConfig = CarAgentConfig()


class CarEnv(vf.SingleAgentEnv, vf.Env[CarEnvConfig]):
    """One agent plays one instance."""


if __name__ == "__main__":
    CarTools.run()
