"""The options of a run that change an agent's design."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from automotive_env.text.option import OptionGroup

sees = OptionGroup("What agents see and keep")
Modality: TypeAlias = Literal["elements", "screenshot", "marks", "sensors", "windscreen"]
Geo: TypeAlias = Literal["off", "gps", "context"]
Space: TypeAlias = Literal["pixels", "0..999", "0..1000", "0..1"]
"""The coordinate range in which a native agent's model gives points: pixels of the picture, or parts of each side."""

SafetyAnswer: TypeAlias = Literal["acknowledge", "refuse"]


@dataclass(frozen=True)
class AgentOptions:
    """Changes of a run to an agent's design, such as ablations; None keeps the design."""

    see: tuple[Modality, ...] | None = sees(
        None,
        "What agents are shown, separated by commas: elements, screenshot, marks, sensors, windscreen (default: what the agent "
        "was designed for).",
    )
    geo: Geo | None = sees(
        None, "How much agents know about their location: off | gps (the position) | context (also facts about the place)."
    )
    reflection: bool = sees(True, "Do not let agents reflect after each step.", only_off=True)
    reflections: int = sees(
        0,
        "Scenarios: let agents review and correct the calls of a turn N times; the paper uses 3.",
        "--reflection",
        within=(0, 10),
    )
    examples: bool = sees(True, "Scenarios: leave the worked example out of prompts.", only_off=True)
    plan: bool = sees(False, "Scenarios: ask for a plan before each turn.")
    distractors: int = sees(0, "Scenarios: show N devices in addition to the chosen ones.", within=(0, 24))
    tools: bool = sees(
        False, "Offer calls as tools of the model's API, instead of reading them from the model's text (scenarios, qwen_vl)."
    )
    long_state: bool = sees(False, "Scenarios: show state in VehicleWorld's long form instead of the compact one.")
    memory: bool = sees(True, "Remember more than the history of steps.")
    shortcuts: bool = sees(True, "Let agents open apps by name; otherwise they start at the app grid.")
    prompts: tuple[str, ...] = sees(
        (), "Folders of prompt templates to use before the built-in ones, separated by commas; the first wins.", opens_files=True
    )
    pictures: int | None = sees(
        None,
        "Native agents: keep the latest N pictures in the conversation (default: what the agent was designed for).",
        within=(1, 20),
    )
    picture_size: str = sees(
        "",
        "Native agents: scale pictures down to a longer side of N pixels, or fit them into WIDTHxHEIGHT (default: what the "
        "agent was designed for).",
    )
    space: Space | None = sees(
        None,
        "Native agents: the coordinate range of the model's points: pixels | 0..999 | 0..1000 | 0..1 (default: what the agent "
        "was designed for).",
    )
    computer_tool: str = sees(
        "", "Native agents: the version of the vendor's computer tool, such as computer_20251124 (default: the newest)."
    )
    safety_checks: SafetyAnswer = sees(
        "acknowledge", "Native agents: what to do with a vendor's safety checks: acknowledge | refuse (the task ends)."
    )


AS_DESIGNED = AgentOptions()
