"""What a run makes of its options."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self, TypeVar

from pydantic import TypeAdapter, ValidationError

from automotive_env.agents.options import AgentOptions
from automotive_env.episode.limits import GivenLimits
from automotive_env.errors import UsageError
from automotive_env.headunit.kit.display_size import DECLARED, display_size
from automotive_env.kate.activation.options import ActivationOptions
from automotive_env.models.extra import check_extra
from automotive_env.models.model import Sampling
from automotive_env.models.specification import names_a_file
from automotive_env.place.specification import asks_network
from automotive_env.plugins.registry import find_prompts
from automotive_env.runs.options import MAX_SEED, RECORDED, RunOptions, as_typed
from automotive_env.runs.records.fields import MAX_CHARACTERS
from automotive_env.suites.private_seed import check_seed
from automotive_env.suites.selection import Selection
from automotive_env.text.foreign_text import read_json
from automotive_env.text.option import check_values, declared

T = TypeVar("T")
MAX_MODELS = 32
MAX_LABEL = 60
"""Characters of a name that a user gives to a model."""
_LABEL = re.compile(rf"(?=\S)[\w .+/@:-]{{1,{MAX_LABEL}}}(?<=\S)")
MAX_DEVICES = 64
"""Devices of one adb server."""


@dataclass(frozen=True)
class ResolvedOptions(RunOptions):
    """A run, as asked for, and what follows from it."""

    @property
    def selection(self) -> Selection:
        """What is played."""
        return self._part(Selection)

    @property
    def agent_options(self) -> AgentOptions:
        """What differs from the agents' designs."""
        return self._part(AgentOptions)

    @property
    def activation(self) -> ActivationOptions:
        """How knowledge is activated, for agents that are named with the prefix."""
        return self._part(ActivationOptions)

    def _part(self, kind: type[T]) -> T:
        return kind(**{name: getattr(self, name) for name in declared(kind)})

    @property
    def models(self) -> tuple[str, ...]:
        """Whom agents ask, as they were named."""
        return tuple(name.strip() for name in self.model.split(",") if name.strip())

    @property
    def labels(self) -> tuple[str, ...]:
        """What records and tables call the models; empty where each has its own name."""
        return self.label or ("",) * len(self.models)

    @property
    def naming_files(self) -> tuple[str, ...]:
        """Names of the options that name files."""
        found = [name for name, one in declared(RunOptions).items() if one.opens_files and getattr(self, name)]
        asked = {"model": any(map(names_a_file, self.models)), "person": names_a_file(self.person)}
        return (*found, *(name for name, is_file in asked.items() if is_file))

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

    def check(self) -> None:
        """Refuse what cannot be run.

        Raises:
            UsageError: the message names what can.
        """
        self._check_texts()
        check_values(self)
        self._check_players()
        self._check_learning()
        self._check_context()
        display_size(self.display)
        if self.top_p == 0:
            raise UsageError("--top-p must be above 0")
        if not all(self.stop):
            raise UsageError("--stop must not be empty; omit it")
        if self.out and self.resume:
            raise UsageError("give either --out for a new run or --resume for an earlier one, not both")
        if abs(self.seed) > MAX_SEED:
            raise UsageError(f"the seed must be from {-MAX_SEED} to {MAX_SEED}")
        if self.private_seed is not None:
            check_seed(self.private_seed)
        check_extra(_object(self.extra_body))
        for name in self.prompts:
            find_prompts(name)

    def _check_texts(self) -> None:
        for name, value in asdict(self).items():
            texts = [str(one) for one in (value if isinstance(value, tuple) else (value,))]
            if not all(map(_is_utf8, texts)):
                raise UsageError(f"{as_typed(name)} must be UTF-8")
            if any(len(text) > MAX_CHARACTERS for text in texts):
                raise UsageError(f"{as_typed(name)} has more than the {MAX_CHARACTERS} characters that a manifest holds")

    def _check_players(self) -> None:
        if not self.agents:
            raise UsageError("--agent is empty; `automotive-env agents` lists them")
        if len(set(self.agents)) != len(self.agents):
            twice = next(name for name in self.agents if self.agents.count(name) > 1)
            raise UsageError(f"--agent names {twice} more than once; name each agent once")
        if not 1 <= len(self.models) <= MAX_MODELS:
            raise UsageError(f"--model takes 1 to {MAX_MODELS} models, separated by commas, not {len(self.models)}")
        self._check_labels()
        if self.ray_address and self.executor != "ray":
            raise UsageError("--ray-address needs --executor ray")
        if self.backend == "emulator" and self.display != DECLARED:
            raise UsageError("--display is for headless and virtual cars; an emulator has the display of its AVD")
        if self.backend != "headless" and self.concurrency > MAX_DEVICES:
            raise UsageError(f"a worker has at most {MAX_DEVICES} devices; lower --concurrency and raise --workers")

    def _check_context(self) -> None:
        if asks_network(self.context) and not self.allow_network:
            raise UsageError(
                f"--context {self.context} sends positions to a public geocoder; add --allow-network to agree, or choose "
                "offline or recorded:FILE"
            )

    def _check_labels(self) -> None:
        if self.label and len(self.label) != len(self.models):
            raise UsageError(f"--label takes one name for each model; models: {len(self.models)}, names given: {len(self.label)}")
        if len(set(self.label)) < len(self.label):
            raise UsageError(f"--label needs a different name for each model, not {','.join(self.label)}")
        if wrong := [name for name in self.label if not _LABEL.fullmatch(name)]:
            raise UsageError(
                f"--label {wrong[0][:MAX_LABEL]!r} cannot be used; give 1 to {MAX_LABEL} letters, digits, spaces and "
                ". _ + / @ : -, such as 'Qwen 3 8B'"
            )

    def _check_learning(self) -> None:
        if self.learn and (self.workers > 1 or self.executor != "local"):
            option = "--workers" if self.workers > 1 else "--executor"
            raise UsageError(
                f"--learn works in one process only; omit {option}, or play several episodes at once with "
                "--learn-every and --concurrency"
            )
        if self.learn_every and not self.learn:
            raise UsageError("--learn-every needs --learn train or --learn stream")

    def to_json(self) -> dict[str, Any]:
        """The options for the manifest, without where the run is and without secrets."""
        return {name: value for name, value in asdict(self).items() if name in RECORDED}

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


def _object(text: str) -> Mapping[str, Any]:
    """A JSON object that was typed; an empty one where nothing was."""
    try:
        value = read_json(text) if text else {}
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise UsageError('--extra-body must be a JSON object, such as {"chat_template_kwargs": {"enable_thinking": false}}')
    return value


def _is_utf8(text: str) -> bool:
    """Whether a text can be written into records and sent: what was typed on Linux may hold any bytes."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
