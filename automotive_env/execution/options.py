"""What can be asked of a run."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any, Self

from pydantic import TypeAdapter, ValidationError

from automotive_env.errors import UsageError
from automotive_env.vehicle.properties import RELEASES, Release

BACKENDS = ("headless", "virtual", "emulator")
"""Where cars can be played."""
SUITES = ("automotive", "vehicleworld")
"""Task sets that can be run."""
MAX_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Options:
    """A run, as asked for; see `automotive-env run --help`."""

    agents: tuple[str, ...] = ("asurada",)
    model: str = "builtin"
    backend: str = "headless"
    android: Release = 14
    suite: str = "automotive"
    data: Path | None = None
    tasks: tuple[str, ...] = ()
    dimension: str | None = None
    instances: int = 1
    seed: int = 0
    place: str = "random"
    workers: int = 1
    images: bool = True
    out: Path | None = None
    resume: Path | None = None

    def check(self) -> None:
        """Refuse what cannot be run.

        Raises:
            UsageError: the message names what can.
        """
        for name, value, known in (("backend", self.backend, BACKENDS), ("suite", self.suite, SUITES)):
            if value not in known:
                raise UsageError(f"no {name} {value!r}; there is: {', '.join(known)}")
        if self.android not in RELEASES:
            raise UsageError(f"no Android {self.android}; there is: {', '.join(map(str, RELEASES))}")
        if self.backend != "headless" and self.suite != "automotive":
            raise UsageError(f"the suite {self.suite} is played headless only: leave --backend out")
        if (self.data is not None) != (self.suite == "vehicleworld"):
            raise UsageError("--suite vehicleworld and --data, a folder with your own checkout of VehicleWorld, go together")
        if self.data and self.instances != 1:
            raise UsageError("each VehicleWorld scenario is played once: leave --instances out")
        if not 1 <= self.workers <= 64:
            raise UsageError(f"workers must be from 1 to 64, not {self.workers}")
        if self.out and self.resume:
            raise UsageError("give either --out for a new run or --resume for an earlier one, not both")
        if not all(_is_text(path) for path in (self.out, self.resume, self.data) if path):
            raise UsageError("the name of a folder must be UTF-8")
        if abs(self.seed) > MAX_SEED:
            raise UsageError(f"the seed must be from {-MAX_SEED} to {MAX_SEED}")
        if len(set(self.agents)) != len(self.agents):
            raise UsageError("each agent can be named once only")

    def to_json(self) -> dict[str, Any]:
        """The options for the manifest, without where the records go."""
        return {name: value for name, value in asdict(self).items() if name not in ("out", "resume")}

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


def _is_text(path: Path) -> bool:
    """Whether a path can be written into records and shown: elsewhere than on Linux every path can."""
    try:
        return bool(str(path).encode())
    except UnicodeEncodeError:
        return False
