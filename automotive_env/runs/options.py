"""Everything that can be asked of a run. `automotive_env.text.option` says what is made from these declarations."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, TypeAlias

from automotive_env.agents.options import SEES, AgentOptions
from automotive_env.car.vhal.properties import Release
from automotive_env.headunit.kit.display_size import DECLARED, SIZES, written
from automotive_env.kate.activation.options import REPLIES, ActivationOptions
from automotive_env.suites.selection import PLAYED, Selection
from automotive_env.text.option import Option, as_flag, declared

WHO = "Who plays"
LIMITS = "Limits"
RECORDS = "Records"
Backend: TypeAlias = Literal["headless", "virtual", "emulator"]
"""Where cars can be played."""
Executor: TypeAlias = Literal["local", "ray"]
"""Where workers are: processes of this machine, or actors of Ray."""
MODELS = (
    "builtin | openai:NAME\\[@BASE_URL] | gemini:NAME\\[@BASE_URL] | gemini-legacy:NAME\\[@BASE_URL] | local\\[:FILE] | "
    "replay:FILE | record:FILE:MODEL | MODULE:NAME\\[:REST]"
)
MAX_SEED = 2**63 - 1
MAX_PATIENCE = 86_400
MAX_EPISODE_STEPS = 10_000
MAX_LIMIT = 10**12


@dataclass(frozen=True)
class PlayerOptions:
    """Who plays, with which models, on which cars and machines."""

    agents: Annotated[
        tuple[str, ...],
        Option("Agents, with commas: NAME | MODULE:NAME | kate:AGENT; see `automotive-env agents`.", WHO, "--agent"),
    ] = ("asurada",)
    model: Annotated[str, Option(f"The model that agents ask, or several with commas: {MODELS}.", WHO)] = "builtin"
    person: Annotated[
        str, Option("Conversations: a model that plays the person (default: a script does).", WHO, users="suites")
    ] = ""
    backend: Annotated[Backend, Option("Where the car is played: headless | virtual | emulator.", WHO)] = "headless"
    android: Annotated[Release, Option("Android release of a virtual device: 13 | 14 | 15.", WHO)] = 14
    display: Annotated[str, Option(f"Size of the car's display: {' | '.join(map(written, SIZES))}.", WHO)] = DECLARED
    workers: Annotated[
        int,
        Option("Play in N processes; one per core when cars are the bottleneck.", WHO, within=(1, 256), decides=False),
    ] = 1
    concurrency: Annotated[
        int,
        Option(
            "Play N episodes at a time in each process; many when a remote model is the bottleneck.",
            WHO,
            within=(1, 4_096),
            decides=False,
        ),
    ] = 1
    executor: Annotated[
        Executor, Option("Where the processes run: local | ray (pip install '.\\[ray]').", WHO, decides=False)
    ] = "local"
    ray_address: Annotated[
        str,
        Option("Address of a Ray cluster, such as auto or ray://HOST:10001 (default: this machine).", WHO, recorded=False),
    ] = ""
    patience: Annotated[
        float, Option("Wait N seconds for a model that is down.", WHO, within=(0, MAX_PATIENCE), decides=False)
    ] = 300.0
    suite: Annotated[str, Option("Task set: automotive | vehicleworld | conversations | MODULE:NAME.", PLAYED)] = "automotive"


@dataclass(frozen=True)
class RunOptions(ActivationOptions, AgentOptions, Selection, PlayerOptions):
    """A run, as asked for; see `automotive-env run --help`."""

    context: Annotated[
        str,
        Option("Where facts about places come from: offline | live | recorded:FILE | record:FILE | MODULE:NAME.", SEES),
    ] = "offline"
    top_p: Annotated[
        float | None,
        Option("Sample from the most likely tokens, up to this total probability.", REPLIES, within=(0, 1)),
    ] = None
    max_tokens: Annotated[
        int,
        Option("Limit a reply to N tokens; a reply that is cut off is requested once more.", REPLIES, within=(1, 1_000_000)),
    ] = 1_000
    stop: Annotated[tuple[str, ...], Option("End a reply before this text; may be repeated.", REPLIES, repeated=True)] = ()
    model_seed: Annotated[
        int | None, Option("Draw the seeds of requests from this number.", REPLIES, within=(-MAX_SEED, MAX_SEED))
    ] = None
    logprobs: Annotated[
        int | None, Option("Record log probabilities, with N alternatives for each token.", REPLIES, within=(0, 20))
    ] = None
    extra_body: Annotated[str, Option("Add the members of this JSON object to each request's body.", REPLIES)] = ""
    free_form: Annotated[bool, Option("Do not constrain replies to the JSON schema of actions.", REPLIES)] = False
    requests_per_minute: Annotated[
        float | None, Option("Send a model at most N requests per minute.", LIMITS, within=(1, MAX_LIMIT), decides=False)
    ] = None
    tokens_per_minute: Annotated[
        float | None,
        Option("Exchange at most N tokens per minute with a model.", LIMITS, within=(1, MAX_LIMIT), decides=False),
    ] = None
    max_steps: Annotated[
        int | None,
        Option(
            "Stop each episode after N decisions (default: 1.5 times what a person needs).",
            LIMITS,
            within=(1, MAX_EPISODE_STEPS),
            users="suites",
        ),
    ] = None
    max_episode_tokens: Annotated[int | None, Option("Stop each episode after N tokens.", LIMITS, within=(1, MAX_LIMIT))] = None
    max_episode_seconds: Annotated[
        float | None,
        Option("Stop each episode after N seconds, not counting the time the model takes.", LIMITS, within=(1, MAX_LIMIT)),
    ] = None
    max_episode_price: Annotated[
        float | None, Option("Stop each episode once it has cost N US dollars.", LIMITS, within=(0, MAX_LIMIT))
    ] = None
    max_run_steps: Annotated[
        int | None, Option("Start no further episode after N decisions in the run.", LIMITS, within=(1, MAX_LIMIT), decides=False)
    ] = None
    max_run_tokens: Annotated[
        int | None, Option("Start no further episode after N tokens in the run.", LIMITS, within=(1, MAX_LIMIT), decides=False)
    ] = None
    max_run_seconds: Annotated[
        float | None,
        Option(
            "Start no further episode after N seconds of episodes, not counting the time models take.",
            LIMITS,
            within=(1, MAX_LIMIT),
            decides=False,
        ),
    ] = None
    max_price: Annotated[
        float | None,
        Option("Start no further episode once the run has cost N US dollars.", LIMITS, within=(0, MAX_LIMIT), decides=False),
    ] = None
    prices: Annotated[
        Path | None,
        Option("Use this table of prices instead of the built-in one (docs/models.md).", LIMITS, decides=False, opens_files=True),
    ] = None
    images: Annotated[bool, Option("Keep the pictures of each step.", RECORDS, decides=False)] = True
    out: Annotated[Path | None, Option("New folder for the records (default: runs/<time>-<agent>).", RECORDS, recorded=False)] = (
        None
    )
    resume: Annotated[Path | None, Option("Continue the run in this folder, with its options.", RECORDS, recorded=False)] = None


def as_typed(name: str) -> str:
    """An option as the command line calls it; a manifest may name any."""
    option = declared(RunOptions).get(name)
    return option.flag if option else as_flag(name)


RECORDED = tuple(name for name, one in declared(RunOptions).items() if one.about.recorded)
"""Options that a manifest holds."""
UNDECIDING_OPTIONS = frozenset(name for name in RECORDED if not declared(RunOptions)[name].about.decides)
"""Options on which no result depends; a run may be resumed with others."""
SELECTION = tuple(name for name, one in declared(RunOptions).items() if one.about.selects)
"""Options that say what is played; all others say who plays and how, which is what runs are compared for."""
