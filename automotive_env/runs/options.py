"""Everything that can be asked of a run. `automotive_env.text.option` says what follows from these declarations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal, TypeAlias

from automotive_env.agents.options import AgentOptions, sees
from automotive_env.car.vhal.properties import AndroidRelease
from automotive_env.headunit.kit.display_size import DECLARED, SIZES, written
from automotive_env.kate.activation.options import ActivationOptions, draws
from automotive_env.models.kinds import HELP
from automotive_env.suites.selection import Selection, plays
from automotive_env.text.option import OptionGroup, as_flag, declared

who = OptionGroup("Who plays")
ends = OptionGroup("Limits")
paces = OptionGroup("Limits", decides=False)
keeps = OptionGroup("Records", decides=False)
Backend: TypeAlias = Literal["headless", "virtual", "emulator"]
"""Where cars can be played."""
Executor: TypeAlias = Literal["local", "ray"]
"""Where workers are: processes of this machine, or actors of Ray."""
MAX_SEED = 2**63 - 1
LIMIT = (1, 10**12)
PRICE = (0, 10**12)


@dataclass(frozen=True)
class PlayerOptions:
    """Who plays, with which models, on which cars and machines."""

    agents: tuple[str, ...] = who(
        ("asurada",),
        "Agents, separated by commas: NAME | MODULE:NAME | asurada:FAMILY | kate:AGENT; see `automotive-env agents`.",
        "--agent",
    )
    model: str = who("builtin", HELP)
    label: tuple[str, ...] = who((), "Name of the model in tables and figures; for several models, names separated by commas.")
    person: str = who("", "Conversations: a model that plays the person (default: a script does).", users="suites")
    backend: Backend = who("headless", "Where the car runs: headless | virtual | emulator.")
    android: AndroidRelease = who(14, "Android release of a virtual device: 13 | 14 | 15.")
    display: str = who(DECLARED, f"Size of the car's display: {' | '.join(map(written, SIZES))}.")
    workers: int = who(
        1, "Play in N processes; use one per core if the cars, not the model, are the bottleneck.", within=(1, 256), decides=False
    )
    concurrency: int = who(
        1, "Play N episodes at once per process; raise it when a model is slow.", within=(1, 4_096), decides=False
    )
    executor: Executor = who("local", "Where the processes run: local | ray (pip install '.\\[ray]').", decides=False)
    ray_address: str = who("", "Ray cluster to use, such as auto or ray://HOST:10001 (default: this machine).", recorded=False)
    patience: float = who(300.0, "Wait N seconds for a model that is down.", within=(0, 86_400), decides=False)
    suite: str = plays(
        "automotive", "Task set: automotive | vehicleworld | conversations | grounding | bfcl | appworld | MODULE:NAME."
    )


@dataclass(frozen=True)
class RunOptions(ActivationOptions, AgentOptions, Selection, PlayerOptions):
    """A run, as asked for: every option."""

    context: str = sees("offline", "Source of facts about places: offline | live | recorded:FILE | record:FILE | MODULE:NAME.")
    allow_network: bool = sees(
        False,
        "Let --context live and --context record:FILE ask a public geocoder about positions.",
        decides=False,
        recorded=False,
    )
    top_p: float | None = draws(None, "Sample from the most likely tokens, up to this total probability.", within=(0, 1))
    max_tokens: int = draws(
        1_000, "Limit a reply to N tokens; one that is cut off is requested once more.", within=(1, 1_000_000)
    )
    stop: tuple[str, ...] = draws((), "End a reply before this text; may be repeated.", repeated=True)
    model_seed: int | None = draws(None, "Draw the seeds of requests from this number.", within=(-MAX_SEED, MAX_SEED))
    logprobs: int | None = draws(None, "Record log probabilities, with N alternatives for each token.", within=(0, 20))
    extra_body: str = draws("", "Add the members of this JSON object to each request's body.")
    free_form: bool = draws(False, "Do not constrain replies to the JSON schema of actions.")
    requests_per_minute: float | None = paces(None, "Send a model at most N requests per minute.", within=LIMIT)
    tokens_per_minute: float | None = paces(None, "Exchange at most N tokens per minute with a model.", within=LIMIT)
    max_steps: int | None = ends(
        None,
        "Allow N decisions in each turn (default: 1.5 times what a person needs for the longest turn, but at least 10).",
        within=(1, 10_000),
        users="suites",
    )
    max_episode_tokens: int | None = ends(None, "Stop each episode after N tokens.", within=LIMIT)
    max_episode_seconds: float | None = ends(
        None, "Stop each episode after N seconds, not counting the model's time.", within=LIMIT
    )
    max_episode_price: float | None = ends(None, "Stop each episode once it has cost N US dollars.", within=PRICE)
    max_run_steps: int | None = paces(None, "Start no further episode after N decisions in the run.", within=LIMIT)
    max_run_tokens: int | None = paces(None, "Start no further episode after N tokens in the run.", within=LIMIT)
    max_run_seconds: float | None = paces(
        None, "Start no further episode after N seconds, not counting the models' time.", within=LIMIT
    )
    max_price: float | None = paces(None, "Start no further episode once the run has cost N US dollars.", within=PRICE)
    prices: Path | None = paces(None, "Use this table of prices, see docs/models.md (default: built in).", opens_files=True)
    images: bool = keeps(True, "Keep the pictures of each step.")
    out: Path | None = keeps(None, "New folder for the records (default: runs/<time>-<agent>).", recorded=False)
    resume: Path | None = keeps(None, "Continue the run in this folder, with its options.", recorded=False)


def as_typed(name: str) -> str:
    """An option as the command line calls it; a manifest may name any."""
    option = declared(RunOptions).get(name)
    return option.flag if option else as_flag(name)


RECORDED = tuple(name for name, one in declared(RunOptions).items() if one.recorded)
"""Options that a manifest holds."""
UNDECIDING_OPTIONS = frozenset(name for name in RECORDED if not declared(RunOptions)[name].decides)
"""Options on which no result depends; a run may be resumed with others."""
SELECTION = tuple(name for name, one in declared(RunOptions).items() if one.selects)
"""Options that say what is played; all others say who plays and how, which is what runs are compared for."""
