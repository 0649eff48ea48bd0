"""Who plays a run, with which models: made anew in every process that plays episodes of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from math import inf
from typing import Any

from automotive_env.agents.agent import AgentOptions, AgentSpec
from automotive_env.agents.standing import is_privileged
from automotive_env.episode.controller import Controller
from automotive_env.errors import UsageError
from automotive_env.kate.activation.contestant import ActivatedContestant, check_use, find_contestant
from automotive_env.kate.activation.told_contestant import ToldContestant
from automotive_env.models.kinds import for_agents_only
from automotive_env.models.metered import MeteredModel
from automotive_env.models.model import Abilities, Model, Sampling
from automotive_env.models.outage import OutageGuard
from automotive_env.models.pace import RateLimiter
from automotive_env.models.prices import Price, load_prices
from automotive_env.models.specification import make_model
from automotive_env.place.context_provider import ContextProvider
from automotive_env.place.specification import make_context
from automotive_env.plugins.registry import calling
from automotive_env.runs.execution.job import JobPlayer
from automotive_env.runs.execution.model_watch import ModelAvailability
from automotive_env.runs.execution.network_context import NetworkContext
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.options import as_typed
from automotive_env.suites.suite import ChoosyContestant, Contestant, Suite
from automotive_env.text.lists import all_of

PERSON_SAMPLING = Sampling(max_tokens=300)
"""How the replies of a model that plays a person are drawn; options of the run are those of agents."""


def contestants(suite: Suite, options: ResolvedOptions) -> Mapping[str, Contestant]:
    """Who is to play, by name.

    Raises:
        UsageError: somebody is unknown, cannot play like this, or an option is of no use to anybody.
    """
    found = {spec.name: spec for name in options.agents for spec in (find_contestant(suite, name, options.activation),)}
    check_use(found.values(), options.activation)
    _check_options(found, options.agent_options)
    for player in _unwrapped(found):
        if isinstance(player, AgentSpec):
            player.check_faces(options.face)
    return found


def _check_options(specs: Mapping[str, Contestant], options: AgentOptions) -> None:
    """Refuse options that a player does not use.

    Raises:
        UsageError: the message names the players that use them.
    """
    fit, faults = [], []
    for name, player in zip(specs, _unwrapped(specs), strict=True):
        try:
            if isinstance(player, ChoosyContestant):
                player.check(options)
            fit.append(name)
        except UsageError as fault:
            faults.append((name, fault))
    if faults:
        name, refused = faults[0]
        raise UsageError(f"{refused}. Play {name} in another run; {all_of(fit)} can use these options") if fit else refused


def _unwrapped(specs: Mapping[str, Contestant]) -> Sequence[Contestant]:
    """Those who play, without what is wrapped around them."""
    return [spec.inner if isinstance(spec, ToldContestant) else spec for spec in specs.values()]


@dataclass(frozen=True, slots=True)
class RunModels:
    """The models of a run.

    Attributes:
        agents: whom agents ask, in the order in which they were named; none where no agent asks.
        person: who plays the person with whom agents speak, or None.
        prices: name of a model -> its price, where that is known.
    """

    agents: tuple[OutageGuard, ...] = ()
    person: OutageGuard | None = None
    prices: Mapping[str, Price] = field(default_factory=dict)

    @property
    def all(self) -> tuple[OutageGuard, ...]:
        """All of them."""
        return (*self.agents, self.person) if self.person else self.agents

    def is_down(self) -> str:
        """Why one of them is waited for no longer; empty while all are there, or waited for."""
        return next((guard.given_up for guard in self.all if guard.given_up), "")

    async def probe(self, sampling: Sampling) -> ProbedModels:
        """Check that they answer, and what they can be asked for.

        Raises:
            UsageError: a model is no use here.
            ModelFault: one does not answer; the message says what to do.
        """
        if self.person and for_agents_only(self.person.name):
            raise UsageError(f"{self.person.name} cannot play a person; name another model, or omit --person to use the script")
        person = await self.person.probe(PERSON_SAMPLING) if self.person else Abilities()
        return ProbedModels(tuple([await model.probe(sampling) for model in self.agents]), person)


@dataclass(frozen=True, slots=True)
class ProbedModels:
    """What the models of a run turned out to be able to do."""

    agents: tuple[Abilities, ...]
    person: Abilities


@asynccontextmanager
async def open_models(
    options: ResolvedOptions, specs: Mapping[str, Contestant], heard: Callable[[ModelAvailability], None]
) -> AsyncIterator[RunModels]:
    """The models, which nobody has asked yet.

    Args:
        options: of the run.
        specs: who plays.
        heard: told when a model is not available, and when it answers again.

    Raises:
        UsageError: there is no such model, an agent cannot ask it, two would be called the same, or a price is to be limited and
            unknown.
    """
    asked = any(spec.needs_model for spec in specs.values())
    if options.label and not asked:
        raise UsageError(f"--label names models, and {' and '.join(specs)} uses none; omit it")
    async with AsyncExitStack() as opened:
        agents = [
            await opened.enter_async_context(_model(name, options, heard, label))
            for name, label in zip(options.models, options.labels, strict=True)
            if asked
        ]
        asking = [player for player in _unwrapped(specs) if isinstance(player, AgentSpec)]
        for player, model in product(asking, agents):
            player.check_model(model.own_name, options.agent_options)
        person = await opened.enter_async_context(_model(options.person, options, heard)) if options.person else None
        names = [model.name for model in agents]
        if len(set(names)) < len(names):
            raise UsageError(f"--model names a model twice: {', '.join(names)}")
        models = RunModels(tuple(agents), person)
        yield replace(models, prices=prices_of({guard.name: guard.own_name for guard in models.all}, options))


def prices_of(models: Mapping[str, str], options: ResolvedOptions) -> Mapping[str, Price]:
    """What records call a model -> its price, where that is known.

    Args:
        models: what records call them -> their own names.
        options: of the run.

    Raises:
        UsageError: one is unknown, and to be limited; or the table cannot be read.
    """
    table = load_prices(options.prices)
    prices = {name: price for name, own in models.items() if (price := table.of(own))}
    limited = [as_typed(name) for name in ("max_episode_price", "max_price") if getattr(options, name) is not None]
    if limited and (unknown := [name for name in models if name not in prices]):
        raise UsageError(
            f"no price is known for {unknown[0]} (prices of {table.date}); use --prices to name a table that has it, "
            f"or omit {' and '.join(limited)}"
        )
    return prices


@asynccontextmanager
async def _model(
    name: str, options: ResolvedOptions, heard: Callable[[ModelAvailability], None], label: str = ""
) -> AsyncIterator[OutageGuard]:
    share = 1 / options.workers  # each process holds back its own requests
    pace = RateLimiter((options.requests_per_minute or inf) * share, (options.tokens_per_minute or inf) * share)
    model = make_model(name, pace)
    paused, resumed = (lambda why: heard(ModelAvailability(why))), (lambda: heard(ModelAvailability()))
    try:
        yield OutageGuard(model, options.patience, name=label, paused=paused, resumed=resumed)
    finally:
        await model.close()


def person_of(models: RunModels, probed: ProbedModels) -> Callable[[], MeteredModel] | None:
    """What makes the model that plays the person, for each slot; None where a script does."""
    if models.person is None:
        return None
    price = models.prices.get(models.person.name)
    return partial(MeteredModel, models.person, PERSON_SAMPLING, schema=probed.person.schema, pictures=False, price=price)


def players_of(
    options: ResolvedOptions, specs: Mapping[str, Contestant], models: RunModels, probed: ProbedModels
) -> Sequence[JobPlayer]:
    """Who plays, in the order in which they were named: each agent with each model, or once where it needs none.

    Agents and their options are tried out on a first one of each.

    Raises:
        UsageError: an agent cannot be made.
    """
    provider = make_context(options.context)
    asked = tuple(zip(models.agents, probed.agents, strict=True))
    return [
        _player(spec, options, provider, model, abilities, models.prices)
        for spec in specs.values()
        for model, abilities in (asked if spec.needs_model else ((None, Abilities()),))
    ]


def _player(
    spec: Contestant,
    options: ResolvedOptions,
    provider: ContextProvider,
    model: Model | None,
    abilities: Abilities,
    prices: Mapping[str, Price],
) -> JobPlayer:
    """Who plays for an agent."""

    def make(car: Controller | None, metered: MeteredModel | None) -> Any:
        context = NetworkContext(car, provider) if car else None
        with calling(f"the agent {spec.name} cannot be made"):
            return spec.make(metered, context, options.agent_options)

    privileged = is_privileged(spec)
    looks_back = spec.looks_back if isinstance(spec, ToldContestant) else None
    if not spec.needs_model or model is None:
        make(None, None)
        return JobPlayer(spec.name, make, looks_back=looks_back, privileged=privileged)
    schema = abilities.schema and not options.free_form
    sampling = options.sampling
    if isinstance(spec, ActivatedContestant):  # it says of each step itself how that is drawn; anything else is asked once
        sampling = replace(sampling, n=1, temperature=0.0)
    metered = partial(
        MeteredModel,
        model,
        sampling,
        schema=schema,
        pictures=abilities.pictures,
        limits=options.limits.alone(),
        price=prices.get(model.name),
    )
    make(None, metered())
    return JobPlayer(spec.name, make, model.name, metered, looks_back, privileged)
