"""The executor of people: each slot of its worker is a person with a page, and a car."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.task_environment import TaskEnvironment
from automotive_env.errors import UsageError
from automotive_env.headunit.kit.display_size import DECLARED, display_size
from automotive_env.runs.execution.controller_pool import open_pool
from automotive_env.runs.execution.job import EpisodeJob, JobPlayer
from automotive_env.runs.execution.local import LocalWorker, local_worker
from automotive_env.runs.execution.model_watch import ModelWatch
from automotive_env.runs.execution.setup import WorkerSetup
from automotive_env.runs.execution.slot import WorkerResources
from automotive_env.runs.execution.spares import PrestartedProcesses
from automotive_env.runs.execution.team import RunModels
from automotive_env.runs.execution.worker import MissingSignals, StartWorker
from automotive_env.runs.records.encoded import EncodedEpisode
from automotive_env.runs.records.records import EpisodeRecord
from automotive_env.runs.tables.everyday import said_to_player, why_plainly
from automotive_env.serving.people.tester import HumanPlayer, HumanTester
from automotive_env.suites.suite import PlanItem, Suite
from automotive_env.tasks.kit.free_drive import FreeDrive
from automotive_env.tasks.kit.planning import instantiate
from automotive_env.tasks.kit.task import TaskInstance


class PeopleExecutor:
    """Lets people play what a run plans; whoever is free gets the next wish, so that a group shares them out.

    Attributes:
        testers: who plays.
        left: wishes that nobody has begun.
        display: size of the display, as `--display` has it.
    """

    def __init__(self, testers: Sequence[HumanTester], *, tells: bool) -> None:
        """Begin.

        Args:
            testers: who plays.
            tells: whether people are told what came of a wish.
        """
        self.testers = testers
        self.left = 0
        self.display = DECLARED
        self._tells = tells

    def open(
        self, setup: WorkerSetup, suite: Suite, models: RunModels, watch: ModelWatch, spares: PrestartedProcesses, held: ExitStack
    ) -> StartWorker:
        """Have cars for everybody; see `automotive_env.runs.execution.executors.open_executor`.

        Raises:
            EnvironmentFault: the backend cannot be started.
        """
        if suite.name != "automotive":
            raise UsageError(f"people can play only the suite automotive in a browser, not {suite.name}")
        options = setup.options
        self.display = options.display
        crew = WorkerResources(
            suite, held.enter_context(open_pool(options)), options.images, options.shortcuts, limits=options.limits
        )
        worker = _People(self, LocalWorker(crew, len(self.testers)), tells=self._tells)
        return local_worker(worker)


class _People:
    """The worker whose slots are people; see `automotive_env.runs.execution.worker.Worker`."""

    goes_ahead = False

    def __init__(self, executor: PeopleExecutor, worker: LocalWorker, *, tells: bool) -> None:
        self._executor = executor
        self._worker = worker
        self._tells = tells

    @property
    def slots(self) -> int:
        """How many people there are."""
        return len(self._executor.testers)

    async def make_ready(self, slot: int) -> None:
        """Wait until a person has agreed, and have a car in good order."""
        tester = self._executor.testers[slot]
        if not tester.agreed:
            await tester.agree()
            if tester.practises:
                with practice_car(self._executor.display) as car:
                    await tester.practise(car)
        await self._worker.make_ready(slot)

    async def play(self, slot: int, job: EpisodeJob) -> EncodedEpisode:
        """Let a person play."""
        tester, instance = self._executor.testers[slot], job.item.content
        assert isinstance(instance, TaskInstance)
        self._executor.left -= 1
        await tester.read_wish(instance.goal, instance.place, self._executor.left)
        player = JobPlayer(job.player.name, lambda car, model: HumanPlayer(tester))
        episode = await self._worker.play(slot, replace(job, player=player))
        tester.ended(told(episode.record) if self._tells else "", last=self._executor.left <= 0)
        return episode

    async def missing(self, items: Sequence[PlanItem]) -> MissingSignals:
        """The tasks that its cars cannot play."""
        return await self._worker.missing(items)


def told(record: EpisodeRecord) -> str:
    """What a person is told of an episode, in one everyday sentence."""
    return "Fulfilled." if record.success else f"Not fulfilled. {said_to_player(why_plainly(record))}"


def practice_car(display: str) -> TaskEnvironment:
    """A parked car in which nobody wants anything."""
    task = FreeDrive()
    drawn = instantiate(task, seed=0)
    assert drawn is not None  # it suits every place
    return TaskEnvironment(task, drawn, HeadlessController(size=display_size(display)))
