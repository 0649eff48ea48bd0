"""The options of a run that change an agent's design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal, TypeAlias

from automotive_env.text.option import Option

SEES = "What agents see and keep"
MAX_REFLECTIONS = 10
MAX_DISTRACTORS = 24
Modality: TypeAlias = Literal["elements", "screenshot", "marks", "sensors", "windscreen"]
Geo: TypeAlias = Literal["off", "gps", "context"]


@dataclass(frozen=True)
class AgentOptions:
    """What a run changes about an agent's design, as ablations do; None leaves it as designed."""

    see: Annotated[
        tuple[Modality, ...] | None,
        Option(
            "What agents are shown: elements, screenshot, marks, sensors, windscreen, with commas "
            "(default: what each was designed for).",
            SEES,
        ),
    ] = None
    geo: Annotated[
        Geo | None,
        Option(
            "How much agents know about their location: off | gps (the position) | context (also facts about the place).",
            SEES,
        ),
    ] = None
    reflection: Annotated[bool, Option("Do not let agents reflect on a step after it.", SEES, "--no-reflection")] = True
    reflections: Annotated[
        int,
        Option(
            "Scenarios: let agents review and correct the calls of a turn up to N times; the paper uses 3.",
            SEES,
            "--reflection",
            within=(0, MAX_REFLECTIONS),
        ),
    ] = 0
    examples: Annotated[bool, Option("Scenarios: leave the worked example out of prompts.", SEES, "--no-examples")] = True
    plan: Annotated[bool, Option("Scenarios: ask for a plan before each turn.", SEES)] = False
    distractors: Annotated[
        int,
        Option("Scenarios: show N devices in addition to the chosen ones.", SEES, within=(0, MAX_DISTRACTORS)),
    ] = 0
    tools: Annotated[
        bool, Option("Scenarios: offer calls as tools of the model's interface, instead of reading them from its text.", SEES)
    ] = False
    long_state: Annotated[bool, Option("Scenarios: show state in VehicleWorld's long form instead of the compact one.", SEES)] = (
        False
    )
    memory: Annotated[bool, Option("Remember more than the history of steps.", SEES)] = True
    shortcuts: Annotated[bool, Option("Let agents open apps by name; without it they start at the app grid.", SEES)] = True
    prompts: Annotated[
        tuple[str, ...],
        Option("Prefer the prompt templates in these folders, with commas; the first wins.", SEES, opens_files=True),
    ] = ()


AS_DESIGNED = AgentOptions()
