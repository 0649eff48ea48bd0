"""What can be asked of a run, and which of it a resumed run is held to."""

from dataclasses import replace
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
from automotive_env.runs.execution.resolved_options import ResolvedOptions
from automotive_env.runs.options import RECORDED, UNDECIDING_OPTIONS
from automotive_env.runs.records.manifest import RunManifest, make_manifest
from automotive_env.text.option import declared

RUN = typer.main.get_command(make_app(run))
OPTIONS = declared(ResolvedOptions)
DECIDING = sorted(set(RECORDED) - UNDECIDING_OPTIONS)


def other(name: str) -> Any:
    """Another value than the default of an option."""
    option = OPTIONS[name]
    if option.choices:
        value = option.choices[-1]
    elif option.within and option.within[1] == 1:
        value = 0.5
    else:
        value = {bool: not option.default, int: 7, float: 7.5, str: "{}", Path: Path("there")}[option.kind]
    return (value,) if option.many else value


@cache
def of_no_options() -> RunManifest:
    """To hash all sources takes longer than all tests of this file."""
    return make_manifest(agents=(), model="", backend="headless", seed=0)


def manifest(options: ResolvedOptions) -> RunManifest:
    asked = {"agents": options.agents, "model": options.model, "seed": options.seed, "suite": options.suite}
    made = of_no_options().model_copy(update={**asked, "options": options.to_json()})
    return RunManifest.model_validate_json(made.line())


def test_secrets_and_addresses_are_in_no_manifest_and_everything_else_is():
    assert OPTIONS.keys() - ResolvedOptions().to_json().keys() == {
        "out",
        "resume",
        "private_seed",
        "ray_address",
        "allow_network",
    }


@cases("name", [name for name in DECIDING if name != "backend"])
def test_a_run_with_any_other_option_is_another_run(name: str):
    changed = replace(ResolvedOptions(), **{name: other(name)})
    assert manifest(ResolvedOptions()).differences(manifest(changed)) == [name]


@cases("name", sorted(RECORDED))
def test_options_are_read_back_from_a_manifest(name: str):
    asked = replace(ResolvedOptions(), **{name: other(name)})
    assert ResolvedOptions.of_run(manifest(asked).options) == asked


def read(*typed: str) -> ResolvedOptions:
    """What the command line makes of what is typed."""
    return asked_for(RUN.make_context("run", list(typed)))


def as_text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def test_without_options_a_run_has_the_defaults():
    assert read() == ResolvedOptions()


@cases("name", [name for name, option in OPTIONS.items() if option.help and name not in ("private_seed", "resume")])
def test_an_option_is_read_as_its_field_declares_it(name: str):
    value, option = other(name), OPTIONS[name]
    assert read(*([option.change] if isinstance(value, bool) else [option.flag, as_text(value)])) == replace(
        ResolvedOptions(), **{name: value}
    )


def test_several_texts_are_several_options_and_no_knowledge_is_another():
    assert read("--stop", "a", "--stop", "b,c").stop == ("a", "b,c")
    assert read("--no-knowledge").knowledge == ()
    with pytest.raises(UsageError, match="--knowledge and --no-knowledge exclude each other"):
        read("--knowledge", "st", "--no-knowledge")
    with pytest.raises(UsageError, match="--tasks is empty"):
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
        ({"extra_body": "[1]"}, "--extra-body must be a JSON object"),
        ({"extra_body": "{"}, "--extra-body must be a JSON object"),
        ({"geo": "moon"}, "--geo takes off, gps or context"),
        ({"see": ("smell",)}, "--see takes one or more of elements, screenshot, marks, sensors and windscreen"),
        ({"agents": ()}, "--agent is empty"),
        ({"agents": ("t3a\udcff",)}, "--agent must be UTF-8"),
        ({"stop": ("\udcff",)}, "--stop must be UTF-8"),
        ({"stop": ("",)}, "--stop must not be empty"),
        ({"stop": ("x" * 70_000,)}, "--stop has more than the 65536 characters that a manifest holds"),
        ({"prompts": ("/tmp/\udcff",)}, "--prompts must be UTF-8"),
        ({"extra_body": '{"a": "\\ud800"}'}, "or holds a value that JSON does not have"),
        ({"extra_body": '{"a": 99999999999999999999}'}, "or holds a value that JSON does not have"),
        ({"extra_body": '{"a": ' + "[" * 50 + "]" * 50 + "}"}, "nested more than 32 levels deep"),
        ({"learn": "train", "workers": 2}, "omit --workers"),
        ({"learn": "train", "executor": "ray"}, "omit --executor"),
        ({"learn_every": 2}, "needs --learn train or --learn stream"),
        ({"backend": "virtual", "concurrency": 65}, "at most 64 devices; lower --concurrency and raise --workers"),
    ],
)
def test_what_makes_no_sense_is_refused(asked: dict[str, Any], says: str):
    with pytest.raises(UsageError, match=says.replace("(", r"\(")):
        replace(ResolvedOptions(), **asked).check()


@pytest.mark.parametrize("context", ["live", "record:places.jsonl"])
def test_a_context_asks_the_network_only_where_that_was_allowed(context: str):
    with pytest.raises(UsageError, match="add --allow-network to agree"):
        ResolvedOptions(context=context).check()
    ResolvedOptions(context=context, allow_network=True).check()


@pytest.mark.parametrize("context", ["offline", "recorded:places.jsonl", "own_contexts:own"])
def test_other_contexts_need_no_network(context: str):
    ResolvedOptions(context=context).check()
