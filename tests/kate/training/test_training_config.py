"""Configurations: the paper's hyper-parameters by default, and nothing that is not known."""

import tomllib
from pathlib import Path

import pytest
from command_line import run_here

from automotive_env.errors import UsageError
from automotive_env.kate.training.checkpoint import load_checkpoint
from automotive_env.kate.training.config import GrpoConfig, SftConfig, described, read_config

GIVEN = {"model": "m", "rows": "r", "out": "o"}


def test_defaults_are_those_of_the_paper() -> None:
    sft, grpo = SftConfig(**GIVEN), GrpoConfig(**GIVEN)
    assert (sft.lora_rank, sft.lora_alpha, sft.learning_rate, sft.epochs) == (32, 16, 3e-5, 3)
    assert (grpo.learning_rate, grpo.batch, grpo.samples, grpo.epochs) == (3e-5, 128, 8, 7)
    assert (grpo.max_prompt_tokens, grpo.max_reply_tokens) == (8192, 2048)


@pytest.mark.parametrize("kind", [SftConfig, GrpoConfig])
def test_what_is_printed_can_be_read_again(kind) -> None:
    found = tomllib.loads(described(kind))
    assert kind(**GIVEN, **found) == kind(**GIVEN)
    assert {*found, *GIVEN, "adapter"} == set(kind.model_fields)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('model = "m"\nrows = "r"\nout = "o"\nlearning_rat = 1', "learning_rat.*learning_rate"),
        ('model = "m"', "rows"),
        ("model = ", "not valid TOML"),
        ('model = "m"\nrows = "r"\nout = "o"\nepochs = 0', "epochs"),
        ('model = "m"\nrows = "r"\nout = "o"\nlora_rank = -1', "lora_rank"),
        ('model = "m"\nrows = "r"\nout = "o"\nprecision = "int4"', "precision"),
        ("a" * 200_000, "bytes"),
    ],
)
def test_a_configuration_that_cannot_be_used_is_refused(tmp_path, text: str, message: str) -> None:
    (tmp_path / "c.toml").write_text(text)
    with pytest.raises(UsageError, match=message):
        read_config(tmp_path / "c.toml", SftConfig)


def test_an_adapter_and_a_training_of_the_whole_model_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="lora_rank = 0 trains the whole model, but sft is an adapter"):
        load_checkpoint(SftConfig(**GIVEN, adapter="sft", lora_rank=0))


def test_a_configuration_is_a_file() -> None:
    for place, says in (
        ("/dev/zero", "not a regular file"),
        ("/", "there is no file"),
        ("/nowhere", "there is no file"),
    ):
        with pytest.raises(UsageError, match=says):
            read_config(Path(place), SftConfig)


def test_the_command_line_prints_and_refuses() -> None:
    assert "lora_rank = 32" in run_here("train", "sft", "--print-config").stdout
    for command in ("sft", "grpo"):
        assert run_here("train", command).returncode == 2
        assert run_here("train", command, "--config", "nowhere.toml").returncode == 2
