"""What can be asked of a run, and which of it a resumed run is held to."""

from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import typer
from cases import cases

from automotive_env.cli import make_app
from automotive_env.cli.options import asked_for
from automotive_env.cli.run import run
from automotive_env.errors import UsageError
from automotive_env.runs.execution.options import Options
from automotive_env.runs.options import UNDECIDING_OPTIONS
from automotive_env.runs.records.manifest import Manifest, make_manifest
from automotive_env.text.option import declared

RUN = typer.main.get_command(make_app(run))
OTHER: dict[str, Any] = {
    "agents": ("t3a",),
    "model": "openai:x",
    "person": "openai:y",
    "backend": "virtual",
    "android": 15,
    "suite": "vehicleworld",
    "data": Path("there"),
    "tasks": ("hvac.*",),
    "dimension": "implicit_intent",
    "instances": 2,
    "trials": 3,
    "seed": 9,
    "place": "Tokyo",
    "face": ("calls", "screen"),
    "see": ("elements",),
    "geo": "off",
    "context": "live",
    "reflection": False,
    "shortcuts": False,
    "memory": False,
    "prompts": ("mine",),
    "knowledge_base": Path("kb"),
    "knowledge": ("st", "es"),
    "knowledge_at": "start",
    "embedder": "lexical",
    "learn": "stream",
    "learn_every": 4,
    "knowledge_entries": 7,
    "hints": ("state",),
    "aggregate": "self",
    "sample": False,
    "samples": 4,
    "temperature": 0.7,
    "top_p": 0.9,
    "max_tokens": 50,
    "stop": ("END",),
    "model_seed": 5,
    "logprobs": 3,
    "extra_body": "{}",
    "free_form": True,
    "display": "1024x768",
    "reflections": 3,
    "examples": False,
    "plan": True,
    "distractors": 2,
    "tools": True,
    "long_state": True,
    "max_steps": 5,
    "max_episode_tokens": 10_000,
    "max_episode_seconds": 60.0,
    "max_episode_price": 0.5,
}
"""Another value than the default of each option that decides."""


@cache
def of_no_options() -> Manifest:
    """To hash all sources takes longer than all tests of this file."""
    return make_manifest(agents=(), model="", backend="headless", seed=0)


def manifest(options: Options) -> Manifest:
    asked = {"agents": options.agents, "model": options.model, "seed": options.seed, "suite": options.suite}
    made = of_no_options().model_copy(update={**asked, "options": options.to_json()})
    return Manifest.model_validate_json(made.line())


def test_every_option_either_decides_or_is_known_not_to():
    asked = {field.name for field in fields(Options)} - {"out", "resume", "private_seed", "ray_address"}
    assert asked == OTHER.keys() | UNDECIDING_OPTIONS
    assert not OTHER.keys() & UNDECIDING_OPTIONS


@cases("name", sorted(OTHER.keys() - {"backend"}))
def test_a_run_with_any_other_option_is_another_run(name: str):
    changed = replace(Options(), **{name: OTHER[name]})
    assert manifest(Options()).differences(manifest(changed)) == [name]


@cases("name", sorted(OTHER))
def test_options_are_read_back_from_a_manifest(name: str):
    asked = replace(Options(), **{name: OTHER[name]})
    assert Options.of_run(manifest(asked).options) == asked


def read(*typed: str) -> Options:
    """What the command line makes of what is typed."""
    return asked_for(RUN.make_context("run", list(typed)))


def as_text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_without_options_a_run_has_the_defaults():
    assert read() == Options()


@cases("name", sorted(OTHER.keys() - {"knowledge_entries"}))
def test_an_option_is_read_as_its_field_declares_it(name: str):
    value, option = OTHER[name], declared(Options)[name]
    assert read(*([option.change] if isinstance(value, bool) else [option.flag, as_text(value)])) == replace(
        Options(), **{name: value}
    )


def test_several_texts_are_several_options_and_no_knowledge_is_another():
    assert read("--stop", "a", "--stop", "b,c").stop == ("a", "b,c")
    assert read("--no-knowledge").knowledge == ()
    with pytest.raises(UsageError, match="--knowledge and --no-knowledge exclude each other"):
        read("--knowledge", "st", "--no-knowledge")
    with pytest.raises(UsageError, match="--tasks names nothing"):
        read("--tasks", " , ")


@cases(
    ("asked", "says"),
    [
        ({"samples": 0}, "--samples must be from 1 to 128, not 0"),
        ({"temperature": -1.0}, "--temperature must be from 0 to 10, not -1.0"),
        ({"temperature": float("nan")}, "--temperature must be from 0 to 10, not nan"),
        ({"top_p": 0.0}, "--top-p must be above 0"),
        ({"max_tokens": 0}, "--max-tokens must be from 1"),
        ({"logprobs": 21}, "--logprobs must be from 0 to 20, not 21"),
        ({"trials": 0}, "--trials must be from 1"),
        ({"patience": float("inf")}, "--patience must be from 0"),
        ({"extra_body": "[1]"}, "--extra-body is a JSON object"),
        ({"extra_body": "{"}, "--extra-body is a JSON object"),
        ({"geo": "moon"}, "--geo takes off, gps, context"),
        ({"see": ("smell",)}, "--see takes elements, screenshot, marks, sensors, windscreen"),
        ({"agents": ()}, "--agent names nobody"),
        ({"agents": ("t3a\udcff",)}, "--agent must be UTF-8"),
        ({"stop": ("\udcff",)}, "--stop must be UTF-8"),
        ({"stop": ("",)}, "--stop is a text, not an empty one"),
        ({"stop": ("x" * 70_000,)}, "--stop has more than the 65536 characters that a manifest holds"),
        ({"prompts": ("/tmp/\udcff",)}, "--prompts must be UTF-8"),
        ({"extra_body": '{"a": "\\ud800"}'}, "or holds what JSON cannot carry"),
        ({"extra_body": '{"a": 99999999999999999999}'}, "or holds what JSON cannot carry"),
        ({"extra_body": '{"a": ' + "[" * 50 + "]" * 50 + "}"}, "nested more than 32 deep"),
        ({"learn": "train", "workers": 2}, "leave --workers out"),
        ({"learn": "train", "executor": "ray"}, "leave --executor out"),
        ({"learn_every": 2}, "give --learn train or --learn stream"),
        ({"backend": "virtual", "concurrency": 65}, "64 devices at most: lower --concurrency, and raise --workers"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], says: str):
    with pytest.raises(UsageError, match=says.replace("(", r"\(")):
        replace(Options(), **asked).check()
