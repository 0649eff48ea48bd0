"""Scenarios drafted by a model: devices and how they begin are drawn, the model writes what is said and which calls are right.

What it writes is parsed as data, carried out on a car of ours, and held against the gates that our own scenarios pass and against
all scenarios that there are; nothing of it is run as a program. What passes waits for a person (`review.py`).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from automotive_env.agents.prompting import one_line, sendable
from automotive_env.agents.templates import Templates
from automotive_env.car.core.errors import suggest
from automotive_env.car.core.world import MODULES, World
from automotive_env.errors import UsageError
from automotive_env.models.model import Model, ModelRequest, Sampling
from automotive_env.models.recording import request_key
from automotive_env.suites.vehicleworld.checkout import between
from automotive_env.suites.vehicleworld.drafted import MAX_CALLS, MAX_QUERY, MAX_TURNS, NAME, ModelDraftedRow
from automotive_env.suites.vehicleworld.generation.corpus import DEVICES
from automotive_env.suites.vehicleworld.generation.drafting import type_name
from automotive_env.suites.vehicleworld.generation.gates import faults
from automotive_env.suites.vehicleworld.generation.overlap import TOO_ALIKE, content_words, jaccard
from automotive_env.suites.vehicleworld.generation.review import CachedReply, DraftRefusal, ReviewQueue
from automotive_env.suites.vehicleworld.inits import beginning
from automotive_env.suites.vehicleworld.players.conversation import PACKAGE
from automotive_env.suites.vehicleworld.players.interface import VehicleWorldInterface
from automotive_env.suites.vehicleworld.release import ReleaseCall, read_calls
from automotive_env.suites.vehicleworld.scenario import VehicleWorldScenario, VehicleWorldTurn
from automotive_env.suites.vehicleworld.shipped import changes_of, row_id, shipped_scenarios
from automotive_env.suites.vehicleworld.state_text import state_text
from automotive_env.text.printable import printable

MAX_REPLY = 20_000
"""Characters of a reply that is read."""
MAX_REASON = 300
"""Characters of a reason for refusing one."""
TEMPERATURE, MAX_TOKENS = 0.7, 2_000
"""Of replies; the paper samples at this temperature."""
TURNS = ((1, 2, 3, 4, 5), (43, 13, 23, 20, 1))
"""How many turns a scenario is to have, and how often: as in the public release."""
DRAWN = tuple(name for name, kind in MODULES.items() if kind.starts and any(not api.reads_only for api in kind.apis.values()))
"""Devices that scenarios are about."""
_TAG = re.compile(r"</?(?:scenario|query|api_call)>")
_TURN = ["<query>", "</query>", "<api_call>", "</api_call>"]


@dataclass(frozen=True, slots=True)
class ScenarioBrief:
    """What a scenario is to be about.

    Attributes:
        modules: the devices.
        inits: how the car begins.
        turns: how many turns are wanted, 1 to 5.
        several: whether turns should take several calls.
        seed: for the model's own draws.
    """

    modules: tuple[str, ...]
    inits: tuple[str, ...]
    turns: int
    several: bool
    seed: int

    def request(self) -> ModelRequest:
        """What the model is asked."""
        car = World()
        beginning("\n".join(self.inits)).apply(car)
        state = state_text(car, ["environment", *self.modules], most_items=5)
        limits = {"max_turns": MAX_TURNS, "max_calls": MAX_CALLS, "max_query": MAX_QUERY}
        facts = {"state": state, "apis": VehicleWorldInterface(car).description(self.modules), "brief": self, **limits}
        text = sendable(Templates(package=PACKAGE).render("draft.user.jinja", facts))
        return ModelRequest.of("act", text, sampling=Sampling(temperature=TEMPERATURE, max_tokens=MAX_TOKENS, seed=self.seed))


def draw_brief(seed: int, number: int, devices: Sequence[str] = ()) -> ScenarioBrief:
    """What the draft of this number is about, always the same for a seed and a choice of devices.

    Raises:
        UsageError: there is no such device; the message suggests one.
    """
    for name in devices:
        if name not in DRAWN:
            raise UsageError(f"no scenario is about {name[:60]!r}{suggest(name, DRAWN)}; choose from {', '.join(DRAWN)}")
    pool, rng = tuple(dict.fromkeys(devices)) or DRAWN, Random(f"{seed} {number}")
    modules = tuple(rng.sample(pool, min(rng.choices(*DEVICES)[0], len(pool))))
    started = [f"vw.{name} = {type_name(name)}.{_start(name, rng)}()" for name in modules]
    inits = (f"Environment.{_start('environment', rng)}()", *started)
    return ScenarioBrief(modules, inits, rng.choices(*TURNS)[0], rng.random() < 0.5, rng.getrandbits(31))


def _start(module: str, rng: Random) -> str:
    return rng.choice(("default", *MODULES[module].starts))


def read_reply(text: str) -> tuple[VehicleWorldTurn, ...]:
    """The turns of a reply: queries and calls by turns, in tags, within one scenario.

    Raises:
        ValueError: it is too long, or its tags are not such.
    """
    if len(text) > MAX_REPLY:
        raise ValueError(f"the reply has {len(text)} characters; at most {MAX_REPLY} are read")
    scenarios = [inner for _, inner in between(text, "scenario")]
    if len(scenarios) != 1:
        raise ValueError(f"the reply has {len(scenarios)} scenarios between tags, not 1")
    tags = _TAG.findall(scenarios[0])
    count = len(tags) // len(_TURN)
    if tags != _TURN * count or not 1 <= count <= MAX_TURNS:
        raise ValueError(f"the tags of the scenario are not 1 to {MAX_TURNS} times {''.join(_TURN)}")
    queries, calls = ([part.strip() for _, part in between(scenarios[0], tag)] for tag in ("query", "api_call"))
    return tuple(map(VehicleWorldTurn, queries, calls))


def make_row(brief: ScenarioBrief, draft: CachedReply) -> ModelDraftedRow:
    """The row of a draft, with what its calls change.

    Raises:
        ValueError: it is no scenario about these devices that passes all gates; the message says why.
    """
    scenario = VehicleWorldScenario("", "\n".join(brief.inits), read_reply(draft.reply))
    for number, turn in enumerate(scenario.turns, 1):
        if not turn.query.isprintable() or not 0 < len(turn.query) <= MAX_QUERY or re.search(r"_|\bvw\.", turn.query):
            raise ValueError(f"turn {number}: what is said is no line of 1 to {MAX_QUERY} characters without names of calls")
        for call in turn.calls():
            if call.module not in brief.modules or call.name.removeprefix(f"{call.module}.") not in MODULES[call.module].apis:
                raise ValueError(f"turn {number}: {call.name} is no API of {', '.join(brief.modules)}")
    if (count := sum(len(turn.calls()) for turn in scenario.turns)) > MAX_CALLS:
        raise ValueError(f"{count} calls; at most {MAX_CALLS} are allowed")
    if wrong := faults(scenario):
        raise ValueError(wrong[0])
    turns = [
        {"query": turn.query, "calls": [code_of(call) for call in turn.calls()], "changes": changes}
        for turn, changes in zip(scenario.turns, changes_of(scenario), strict=True)
    ]
    whole = {"inits": brief.inits, "turns": turns, "draft": draft.draft, "model": draft.model}
    return ModelDraftedRow.model_validate({"id": row_id(whole, NAME), **whole})


def code_of(call: ReleaseCall) -> str:
    """A call as Python text, equal calls always alike.

    Raises:
        ValueError: it cannot be read again as what it is.
    """
    text = f"vw.{call.text}"
    if read_calls(text) != (call,):
        raise ValueError(f"the arguments of {call.name} cannot be written")
    return text


class DuplicateFilter:
    """Scenarios that there are, against which new ones are held."""

    def __init__(self, scenarios: Iterable[VehicleWorldScenario]) -> None:
        self._known = list(map(self._traits, scenarios))

    def add(self, scenario: VehicleWorldScenario) -> None:
        """Count a scenario among those that there are.

        Raises:
            ValueError: it is too much like one of them.
        """
        name, words, task = self._traits(scenario)
        for other, other_words, other_task in self._known:
            if task == other_task or jaccard(words, other_words) > TOO_ALIKE:
                raise ValueError(f"too much like {other}")
        self._known.append((name, words, task))

    def _traits(self, scenario: VehicleWorldScenario) -> tuple[str, frozenset[str], object]:
        """Its name, its words, and how it begins with what is to be done."""
        words = content_words(" ".join(turn.query for turn in scenario.turns))
        return scenario.name, words, (scenario.inits, [turn.calls() for turn in scenario.turns])


async def draft_scenarios(model: Model, queue: ReviewQueue, briefs: Sequence[ScenarioBrief], tell: Callable[[str], None]) -> None:
    """Have scenarios drafted and judged; what was asked before is not asked again.

    Args:
        model: who writes.
        queue: where they go.
        briefs: what they are about.
        tell: is told a line for each that is judged.

    Raises:
        ModelFault: the model could not be asked; what it said so far is kept.
    """
    known = DuplicateFilter([*shipped_scenarios().values(), *(row.scenario for row in queue.rows)])
    for number, brief in enumerate(briefs, 1):
        request = brief.request()
        id = hashlib.sha256(f"{model.name} {request_key(request)}".encode()).hexdigest()[:16]
        if queue.is_judged(id):
            continue
        if id not in queue.drafts:
            said = await model.complete(request)
            queue.add(CachedReply(draft=id, model=model.name, reply=sendable(said.text), tokens=said.usage.tokens))
        tell(f"{number}/{len(briefs)} {judge(brief, queue.drafts[id], queue, known)}")


def judge(brief: ScenarioBrief, draft: CachedReply, queue: ReviewQueue, known: DuplicateFilter) -> str:
    """Put a draft where it belongs; returns what became of it."""
    try:
        row = make_row(brief, draft)
        known.add(row.scenario)
    except ValueError as error:
        refusal = DraftRefusal(draft=draft.draft, by="gate", reason=one_line(printable(error), MAX_REASON))
        queue.add(refusal)
        return f"refused: {refusal.reason}"
    queue.add(row)
    return f"{row.id} waits for a person"
