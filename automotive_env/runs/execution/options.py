"""What can be asked of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Self

from pydantic import TypeAdapter, ValidationError

from automotive_env.agents.agent import AgentOptions, Geo
from automotive_env.car.vhal.properties import RELEASES, Release
from automotive_env.episode.faces import FACES, Face
from automotive_env.episode.limits import GivenLimits
from automotive_env.errors import UsageError
from automotive_env.headunit.kit.display_size import DECLARED, display_size
from automotive_env.kate.activation.options import ActivationOptions, Aggregate, Learn
from automotive_env.kate.activation.recall import When
from automotive_env.kate.activation.telling import Hint
from automotive_env.models.extra import check_extra
from automotive_env.models.model import Sampling
from automotive_env.models.specification import names_a_file
from automotive_env.plugins.registry import find_prompts
from automotive_env.runs.execution.budget import RunLimits
from automotive_env.runs.records.fields import MAX_CHARACTERS
from automotive_env.suites.private_seed import check_seed
from automotive_env.suites.suite import Selection
from automotive_env.text.foreign_text import read_json

EXECUTORS = ("local", "ray")
"""Where workers are: processes of this machine, or actors of Ray."""
BACKENDS = ("headless", "virtual", "emulator")
"""Where cars can be played."""
MAX_SEED = 2**63 - 1
MAX_MODELS = 32
MAX_TRIALS = 1_000
MAX_REFLECTIONS = 10
MAX_DISTRACTORS = 24
MAX_SAMPLES = 128
MAX_LOGPROBS = 20
MAX_TOKENS = 1_000_000
MAX_PATIENCE = 86_400.0
MAX_EPISODE_STEPS = 10_000
MAX_LIMIT = 10**12
MAX_DEVICES = 64
"""Devices of one adb server."""


@dataclass(frozen=True, slots=True)
class Options:
    """A run, as asked for; see `automotive-env run --help`. Fields are named as the options of the command line."""

    agents: tuple[str, ...] = ("asurada",)
    model: str = "builtin"
    person: str = ""
    backend: str = "headless"
    android: Release = 14
    display: str = DECLARED
    suite: str = "automotive"
    data: Path | None = None
    private_seed: int | None = field(default=None, repr=False)
    tasks: tuple[str, ...] = ()
    dimension: str | None = None
    instances: int = 1
    trials: int = 1
    seed: int = 0
    place: str = "random"
    face: tuple[Face, ...] = ("screen",)
    see: tuple[str, ...] | None = None
    geo: Geo | None = None
    context: str = "offline"
    reflection: bool = True
    reflections: int = 0
    examples: bool = True
    plan: bool = False
    distractors: int = 0
    tools: bool = False
    long_state: bool = False
    memory: bool = True
    shortcuts: bool = True
    prompts: tuple[str, ...] = ()
    knowledge_base: Path | None = None
    knowledge: tuple[str, ...] | None = None
    knowledge_at: When = "turn"
    embedder: str = ""
    learn: Learn | None = None
    learn_every: int | None = None
    knowledge_entries: int | None = None
    hints: tuple[Hint, ...] = ()
    aggregate: Aggregate | None = None
    sample: bool = True
    samples: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    max_tokens: int = 1_000
    stop: tuple[str, ...] = ()
    model_seed: int | None = None
    logprobs: int | None = None
    extra_body: str = ""
    free_form: bool = False
    patience: float = 300.0
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None
    prices: Path | None = None
    max_steps: int | None = None
    max_episode_tokens: int | None = None
    max_episode_seconds: float | None = None
    max_episode_price: float | None = None
    max_run_steps: int | None = None
    max_run_tokens: int | None = None
    max_run_seconds: float | None = None
    max_price: float | None = None
    workers: int = 1
    concurrency: int = 1
    executor: str = "local"
    ray_address: str = ""
    images: bool = True
    out: Path | None = None
    resume: Path | None = None

    @property
    def selection(self) -> Selection:
        """What is played."""
        return Selection(
            self.tasks,
            self.dimension,
            self.instances,
            self.trials,
            self.seed,
            self.place,
            self.data,
            self.face,
            self.private_seed,
        )

    @property
    def models(self) -> tuple[str, ...]:
        """Whom agents ask, as they were named."""
        return tuple(name.strip() for name in self.model.split(",") if name.strip())

    @property
    def naming_files(self) -> tuple[str, ...]:
        """Names of the options that name files."""
        told = {"data": self.data, "prompts": self.prompts, "knowledge_base": self.knowledge_base, "prices": self.prices}
        asked = {"model": any(map(names_a_file, self.models)), "person": names_a_file(self.person)}
        return tuple(name for name, value in (told | asked).items() if value)

    @property
    def agent_options(self) -> AgentOptions:
        """What differs from the agents' designs.

        Raises:
            UsageError: a modality is unknown, or two options exclude each other.
        """
        prompts = tuple(find_prompts(name).value for name in self.prompts)
        same = {field.name: getattr(self, field.name) for field in fields(AgentOptions) if field.name != "prompts"}
        return AgentOptions(prompts=prompts, **same)

    @property
    def activation(self) -> ActivationOptions:
        """How knowledge is activated, for agents that are named with the prefix.

        Raises:
            UsageError: one of its options is not allowed.
        """
        return ActivationOptions(**{field.name: getattr(self, field.name) for field in fields(ActivationOptions)})

    @property
    def sampling(self) -> Sampling:
        """How replies are drawn; those of a step of an activated agent see `activation`.

        Raises:
            UsageError: the extra body is no JSON object.
        """
        return Sampling(
            n=self.samples or 1,
            temperature=self.temperature or 0.0,
            top_p=self.top_p,
            max_tokens=self.max_tokens,
            stop=self.stop,
            seed=self.model_seed,
            logprobs=self.logprobs,
            extra=_object(self.extra_body),
        )

    @property
    def limits(self) -> GivenLimits:
        """What an episode may use."""
        return GivenLimits(self.max_steps, self.max_episode_tokens, self.max_episode_seconds, self.max_episode_price)

    @property
    def run_limits(self) -> RunLimits:
        """What all episodes together may use."""
        return RunLimits(self.max_run_steps, self.max_run_tokens, self.max_run_seconds, self.max_price)

    def check(self) -> None:
        """Refuse what cannot be run.

        Raises:
            UsageError: the message names what can.
        """
        for name, value in asdict(self).items():
            texts = [str(one) for one in (value if isinstance(value, tuple) else (value,))]
            if not all(map(_is_utf8, texts)):
                raise UsageError(f"{as_typed(name)} must be UTF-8")
            if any(len(text) > MAX_CHARACTERS for text in texts):
                raise UsageError(f"{as_typed(name)} has more than the {MAX_CHARACTERS} characters that a manifest holds")
        if self.backend not in BACKENDS:
            raise UsageError(f"no backend {self.backend!r}; there is: {', '.join(BACKENDS)}")
        if self.executor not in EXECUTORS:
            raise UsageError(f"no executor {self.executor!r}; there is: {', '.join(EXECUTORS)}")
        if self.ray_address and self.executor != "ray":
            raise UsageError("--ray-address is for --executor ray")
        if self.android not in RELEASES:
            raise UsageError(f"no Android {self.android}; there is: {', '.join(map(str, RELEASES))}")
        display_size(self.display)
        if self.backend == "emulator" and self.display != DECLARED:
            raise UsageError(
                "an emulator has the display of its AVD: leave out --display, which is for headless and virtual cars"
            )
        for name, low, high in _RANGES:
            value = getattr(self, name)
            if value is not None and not low <= value <= high:
                raise UsageError(f"{as_typed(name)} must be from {low:g} to {high:g}, not {value}")
        if self.top_p == 0:
            raise UsageError("--top-p must be above 0")
        if not self.agents:
            raise UsageError("--agent names nobody; `automotive-env agents` lists them")
        if not all(self.stop):
            raise UsageError("--stop is a text, not an empty one; leave it out")
        if self.out and self.resume:
            raise UsageError("give either --out for a new run or --resume for an earlier one, not both")
        if abs(self.seed) > MAX_SEED:
            raise UsageError(f"the seed must be from {-MAX_SEED} to {MAX_SEED}")
        if not self.face or len(set(self.face)) != len(self.face) or not set(self.face) <= set(FACES):
            raise UsageError(f"--face takes {', '.join(FACES)}, each once; not {','.join(self.face)[:60]!r}")
        if len(set(self.agents)) != len(self.agents):
            raise UsageError("each agent can be named once only")
        if self.backend != "headless" and self.concurrency > MAX_DEVICES:
            raise UsageError(f"a worker has {MAX_DEVICES} devices at most: lower --concurrency, and raise --workers")
        if not 1 <= len(self.models) <= MAX_MODELS:
            raise UsageError(f"--model takes 1 to {MAX_MODELS} models with commas, not {len(self.models)}")
        if self.learn and (self.workers > 1 or self.executor != "local"):
            option = "--workers" if self.workers > 1 else "--executor"
            raise UsageError(
                f"--learn tells in one process what it has learnt: leave {option} out; "
                "--learn-every with --concurrency plays several episodes at a time"
            )
        if self.learn_every and not self.learn:
            raise UsageError("--learn-every says how often a run learns: give --learn train or --learn stream with it")
        if self.private_seed is not None:
            check_seed(self.private_seed)
        check_extra(_object(self.extra_body))
        assert self.agent_options
        assert self.activation

    def to_json(self) -> dict[str, Any]:
        """The options for the manifest, without where the run is and without secrets."""
        untold = ("out", "resume", "private_seed", "ray_address")
        return {name: value for name, value in asdict(self).items() if name not in untold}

    @classmethod
    def of_run(cls, kept: Mapping[str, Any], **given: Any) -> Self:
        """The options of an earlier run, from its manifest, but for those that are given.

        Raises:
            UsageError: the manifest holds values that no option has.
        """
        known = {field.name for field in fields(cls)}
        told = json.dumps({name: value for name, value in kept.items() if name in known})
        try:
            earlier = TypeAdapter(cls).validate_json(told, strict=True)
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(map(str, first["loc"]))
            raise UsageError(f"manifest.json is damaged: option {where}: {first['msg']}") from None
        return replace(earlier, **given)


_RANGES = (
    ("trials", 1, MAX_TRIALS),
    ("reflections", 0, MAX_REFLECTIONS),
    ("distractors", 0, MAX_DISTRACTORS),
    ("samples", 1, MAX_SAMPLES),
    ("temperature", 0, 10),
    ("top_p", 0, 1),
    ("max_tokens", 1, MAX_TOKENS),
    ("model_seed", -MAX_SEED, MAX_SEED),
    ("logprobs", 0, MAX_LOGPROBS),
    ("patience", 0, MAX_PATIENCE),
    ("requests_per_minute", 1, MAX_LIMIT),
    ("tokens_per_minute", 1, MAX_LIMIT),
    ("max_steps", 1, MAX_EPISODE_STEPS),
    ("max_episode_tokens", 1, MAX_LIMIT),
    ("max_episode_seconds", 1, MAX_LIMIT),
    ("max_episode_price", 0, MAX_LIMIT),
    ("max_run_steps", 1, MAX_LIMIT),
    ("max_run_tokens", 1, MAX_LIMIT),
    ("max_run_seconds", 1, MAX_LIMIT),
    ("max_price", 0, MAX_LIMIT),
    ("learn_every", 1, 1_000_000),
    ("knowledge_entries", 0, MAX_LIMIT),
    ("workers", 1, 256),
    ("concurrency", 1, 4_096),
)
"""Options that are numbers, with the lowest and the highest that can be asked for."""


def _object(text: str) -> Mapping[str, Any]:
    """A JSON object that was typed; an empty one where nothing was."""
    try:
        value = read_json(text) if text else {}
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise UsageError('--extra-body is a JSON object, such as {"chat_template_kwargs": {"enable_thinking": false}}')
    return value


def _is_utf8(text: str) -> bool:
    """Whether a text can be written into records and sent: what was typed on Linux may hold any bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def as_typed(name: str) -> str:
    """The field of `Options` as the command line calls it."""
    return {"agents": "--agent", "reflections": "--reflection", "sample": "--sampling"}.get(name, f"--{name.replace('_', '-')}")
