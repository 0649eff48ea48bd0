"""A run without shortcuts: no app is opened by its name, for anybody, and every task can be done all the same."""

import asyncio
from dataclasses import replace
from pathlib import Path

import anyio
import pytest
from contracts.agent_contract import CONTEXT, ScriptedModel, button, moment, play
from each_task import EACH_TASK
from registered import PLAIN

from automotive_env.agents.agent import AgentOptions, Decision, EpisodeContext
from automotive_env.agents.human import HumanAgent
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.oracle import OracleAgent
from automotive_env.agents.random_agent import RandomAgent
from automotive_env.agents.registry import find_agent
from automotive_env.episode.action import OpenApp
from automotive_env.episode.controller import ActionOutcome
from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.limits import Limits
from automotive_env.episode.observation import Observation
from automotive_env.errors import UsageError
from automotive_env.models.builtin.policy import next_action
from automotive_env.models.model import PromptFacts
from automotive_env.place.context_provider import OfflineContext
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.execution.run import run
from automotive_env.runs.records.folder import RunFolder
from automotive_env.suites.automotive.proving.playing import instance, played
from automotive_env.suites.registry import find_suite
from automotive_env.suites.vehicleworld.players import PLAYERS
from automotive_env.tasks.registry import TASKS

TOUCHES_ONLY = replace(CONTEXT, shortcuts=False)


@pytest.mark.parametrize("name", EACH_TASK)
def test_every_task_can_be_done_through_the_launcher_within_its_steps(name: str) -> None:
    task, car = TASKS[name], HeadlessController()
    for ending in task.endings:
        drawn = instance(task, 0, ending)
        episode = played(task, drawn, car, OracleAgent(), shortcuts=False, keep_steps=True)
        assert episode.record.outcome == "pass", f"{ending}: {episode.record.why}"
        assert episode.record.steps <= Limits.for_task(task.steps, shortcuts=False).steps * (1 + len(drawn.later))
        assert not any(step.action and step.action["action_type"] == "open_app" for step in episode.steps)


class Opener(NoopAgent):
    """Opens an app by its name, offered or not, and is done."""

    def reset(self, goal: str, context: EpisodeContext) -> None:
        self._opened = False

    async def act(self, observation: Observation) -> Decision:
        if self._opened:
            return await super().act(observation)
        self._opened = True
        return Decision(OpenApp(app_name="climate"))


def test_an_app_that_is_opened_by_name_all_the_same_stays_closed() -> None:
    task = TASKS[PLAIN]
    episode = played(task, instance(task, 0), HeadlessController(), Opener(), shortcuts=False, keep_steps=True)
    opened, ended = episode.steps
    assert opened.outcome is not None
    assert (opened.outcome.done, opened.outcome.message) == (
        False,
        "open_app is not allowed in this run, touches are: tap the app in the app grid",
    )
    assert opened.observation.app == ended.observation.app != "climate"


@pytest.mark.parametrize("name", ["t3a", "m3a", "asurada"])
@pytest.mark.parametrize("context", [CONTEXT, TOUCHES_ONLY])
def test_models_are_offered_what_is_allowed(name: str, context: EpisodeContext) -> None:
    model = ScriptedModel(lambda request: '{"action_type": "wait"}')
    agent = find_agent(name).make(model, OfflineContext(), AgentOptions(shortcuts=context.shortcuts))
    agent.reset("Warmer, please.", context)
    asyncio.run(play(agent, [moment(button(0, "Fan"), number=number) for number in range(2)], [ActionOutcome(True)] * 2))
    for request in model.asked("act"):
        assert ("open_app" in request.text) == context.shortcuts
        assert ("app grid" in request.text) != context.shortcuts
        assert request.schema is None or ("open_app" in str(request.schema)) == context.shortcuts


def test_random_and_people_are_not_offered_it_either() -> None:
    agent = RandomAgent()
    agent.reset("", TOUCHES_ONLY)
    kinds = {type(asyncio.run(agent.act(moment(button(0, "Fan")))).action) for _ in range(300)}
    assert len(kinds) > 5
    assert OpenApp not in kinds
    told: list[str] = []
    for context in (CONTEXT, TOUCHES_ONLY):
        HumanAgent(write=told.append).reset("Warmer.", context)
    assert ["open APP" in text for text in told] == [True, False]


def test_the_built_in_model_goes_by_the_launcher() -> None:
    bar, tile = button(0, "Applications")._replace(resource_id="x:id/grid_nav"), button(1, "Climate")
    tile = tile._replace(resource_id="x:id/app_item")
    for elements, wanted in (((bar,), 0), ((bar, tile), 1)):
        facts = PromptFacts("Set the fan speed to the maximum.", elements, apps=("climate", "maps"), shortcuts=False)
        assert next_action(facts).action == {"action_type": "click", "index": wanted}
        assert next_action(replace(facts, shortcuts=True)).action == {"action_type": "open_app", "app_name": "climate"}


class Silent:
    """Nobody follows the run."""

    def planned(self, jobs: object, folder: Path, missing: object) -> None: ...
    def warned(self, message: str) -> None: ...
    def started(self, job: object) -> None: ...
    def finished(self, record: object) -> None: ...


@pytest.mark.parametrize("backend", ["headless", "virtual"])
@pytest.mark.at_once(1)
def test_a_run_without_shortcuts_is_recorded_verified_and_resumed_as_such(backend: str, tmp_path: Path) -> None:
    from automotive_env.runs.records.verification import verify

    out = tmp_path / "run"
    names = (PLAIN,)
    options = ResolvedOptions(agents=("oracle",), backend=backend, tasks=names, shortcuts=False, images=False, out=out)
    anyio.run(run, options, Silent())
    folder = RunFolder.open(out)
    assert folder.manifest.deciding()["shortcuts"] is False
    assert [record.outcome for record in folder.episodes()] == ["pass"]
    assert not verify(folder, {"automotive": find_suite("automotive").rescore}).different
    with pytest.raises(UsageError, match="started without --shortcuts"):
        anyio.run(run, ResolvedOptions.of_run(folder.manifest.options, resume=out, shortcuts=True), Silent())


def test_scenarios_that_open_no_app_refuse_the_option() -> None:
    with pytest.raises(UsageError, match="does not use --no-shortcuts"):
        PLAYERS["noop"].make(None, None, AgentOptions(shortcuts=False))
