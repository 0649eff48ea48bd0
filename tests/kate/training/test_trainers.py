"""The trainers of the extra `train`, on a model of a few thousand parameters; left out where the extra is not installed."""

import json
from pathlib import Path

import anyio
import pytest

from automotive_env.errors import ModelFault, UsageError
from automotive_env.kate.training.config import GrpoConfig, SftConfig
from automotive_env.kate.training.encoding import RowEncoder
from automotive_env.kate.training.folder import LOG
from automotive_env.kate.training.formats import write_trl
from automotive_env.kate.training.grpo import grpo, matching_reward
from automotive_env.kate.training.plain import plain_messages, reply_text
from automotive_env.kate.training.row import TrainingRow
from automotive_env.kate.training.sft import sft
from automotive_env.models.model import ModelMessage, ModelRequest, Sampling, Tool
from automotive_env.models.specification import make_model
from automotive_env.models.transformers_model import TransformersModel
from automotive_env.scripts.toy_model import tiny_checkpoint
from automotive_env.scripts.toy_rows import rows, scenarios
from automotive_env.scripts.train_toy import played

pytestmark = pytest.mark.timeout(600)
SMALL = {"precision": "float32", "checkpointing": False}


@pytest.fixture(scope="module", autouse=True)
def extra() -> None:
    for library in ("torch", "transformers", "peft", "trl", "datasets"):
        pytest.importorskip(library, reason="pip install '.[train]'")


@pytest.fixture(scope="module")
def toy(tmp_path_factory) -> Path:
    """A folder with a tiny model and its rows."""
    import torch

    torch.set_num_threads(1)
    out = tmp_path_factory.mktemp("toy")
    replies, roll_outs = rows(scenarios()[:4], out / "prompts")
    write_trl(replies, out / "replies.jsonl")
    write_trl(roll_outs, out / "roll-outs.jsonl")
    tiny_checkpoint(out / "tiny", replies, width=32, layers=2)
    return out


def read(toy: Path, name: str) -> list[TrainingRow]:
    return [TrainingRow.model_validate_json(line) for line in (toy / f"{name}.jsonl").read_text().splitlines()]


def tokenizer_of(toy: Path):
    from transformers import AutoTokenizer

    return AutoTokenizer.from_pretrained(toy / "tiny")


def log(folder: Path) -> list[dict]:
    return [json.loads(line) for line in (folder / LOG).read_text().splitlines()]


@pytest.mark.parametrize("thinking", [True, False])
def test_a_reply_is_learnt_as_the_continuation_of_the_prompt_that_asks_for_it(toy: Path, thinking: bool) -> None:
    tokenizer = tokenizer_of(toy)
    encoder = RowEncoder(tokenizer, thinking=thinking)
    for row in read(toy, "replies"):
        encoded = encoder.encode(row)
        tools, told = row.tool_list(), [message.to_chat() for message in row.prompt]
        asked = tokenizer.apply_chat_template(
            told, tools=tools, add_generation_prompt=True, tokenize=False, enable_thinking=thinking
        )
        assert encoded.prompt == asked
        assert tokenizer.decode(encoded.prompt_ids) == asked
        assert encoded.reply_ids[-1] == tokenizer.eos_token_id
        assert encoded.reply_ids.count(tokenizer.eos_token_id) == 1
        said = tokenizer.decode(encoded.reply_ids, skip_special_tokens=True)
        assert said.removeprefix("<think>\n\n</think>\n\n") == reply_text(row.completion[0])


def test_no_row_gets_arguments_of_another_and_templates_say_what_plain_messages_say(toy: Path) -> None:
    tokenizer = tokenizer_of(toy)
    for row in read(toy, "replies"):
        asked = RowEncoder(tokenizer).encode(row).prompt
        assert "null" not in asked
        plain = tokenizer.apply_chat_template(
            plain_messages(row), add_generation_prompt=True, tokenize=False, enable_thinking=False
        )
        assert plain == asked


def test_a_tokenizer_that_drops_the_marks_of_calls_is_refused(toy: Path) -> None:
    from tokenizers import AddedToken

    tokenizer = tokenizer_of(toy)
    RowEncoder(tokenizer).check_calls(read(toy, "replies"))
    tokenizer.add_tokens([AddedToken("<tool_call>", special=True)], special_tokens=True)
    with pytest.raises(UsageError, match="special token"):
        RowEncoder(tokenizer).check_calls(read(toy, "replies"))


def test_a_template_that_renders_a_reply_otherwise_is_refused(toy: Path) -> None:
    tokenizer = tokenizer_of(toy)
    tokenizer.chat_template = (
        "{% for one in messages %}{{ one.content }}{% endfor %}{% if add_generation_prompt %}Now:{% endif %}"
    )
    with pytest.raises(UsageError, match="thinking"):
        RowEncoder(tokenizer).encode(read(toy, "replies")[0])


def test_the_loss_falls_and_the_adapter_loads_and_plays(toy: Path, tmp_path: Path) -> None:
    out, said = tmp_path / "sft", []
    config = {"model": str(toy / "tiny"), "rows": toy / "replies.jsonl", "out": out, **SMALL}
    sft(SftConfig(**config, learning_rate=0.02, epochs=4, batch=2, micro_batch=2, lora_rank=8), said.append)
    losses = [line["loss"] for line in log(out) if "loss" in line]
    assert losses[-1] < losses[0]
    assert (out / "adapter_config.json").is_file()
    assert 0.0 <= anyio.run(played, out, scenarios()[:2], toy / "prompts") <= 1.0
    with pytest.raises(UsageError, match="already"):
        sft(SftConfig(**config), said.append)


def test_a_training_that_was_broken_off_goes_on(toy: Path, tmp_path: Path) -> None:
    given = {"model": str(toy / "tiny"), "rows": toy / "replies.jsonl", "out": tmp_path / "sft", **SMALL}
    config = SftConfig(**given, epochs=2, batch=2, micro_batch=2, trainer={"save_steps": 1})
    sft(config, print)
    losses = [line["loss"] for line in log(config.out) if "loss" in line]
    (config.out / LOG).unlink()
    with pytest.raises(UsageError, match="another configuration"):
        sft(config.model_copy(update={"batch": 4}), print)
    sft(config, print)
    assert [line["loss"] for line in log(config.out) if "loss" in line] == losses


def test_rewards_by_matching_are_those_of_the_rows(toy: Path, tmp_path: Path) -> None:
    row = read(toy, "replies")[0]
    calls, tools = [json.dumps([call.model_dump() for call in row.calls])] * 2, [row.tools] * 2
    assert matching_reward([reply_text(row.completion[0]), "No."], calls, tools, trainer_state=None) == [1.0, 0.0]
    config = {"model": str(toy / "tiny"), "rows": toy / "replies.jsonl", "out": tmp_path / "grpo", **SMALL}
    grpo(GrpoConfig(**config, epochs=1, batch=2, micro_batch=4, samples=2, max_reply_tokens=40), print)
    assert all(0.0 <= line["reward"] <= 1.0 for line in log(tmp_path / "grpo") if "reward" in line)


def test_roll_outs_are_played_on_the_car_with_tools_told_by_their_schemas(toy: Path, tmp_path: Path, monkeypatch) -> None:
    from automotive_env.kate.training import roll_out_trainer

    told = []
    original = roll_out_trainer.RollOutTrainer.train

    def train(self, **given):
        told.extend(self._env_tools.values())
        return original(self, **given)

    monkeypatch.setattr(roll_out_trainer.RollOutTrainer, "train", train)
    config = {"model": str(toy / "tiny"), "rows": toy / "roll-outs.jsonl", "out": tmp_path / "grpo", **SMALL}
    grpo(GrpoConfig(**config, reward="environment", epochs=1, batch=2, micro_batch=4, samples=2, max_reply_tokens=60), print)
    lines = [line for line in log(tmp_path / "grpo") if "reward" in line]
    assert lines
    assert all(0.0 <= line["reward"] <= 1.0 for line in lines)
    assert [json.dumps(tools) for tools in told] == list(dict.fromkeys(row.tools for row in read(toy, "roll-outs")))


def test_rows_of_the_wrong_kind_are_refused_before_a_model_is_loaded(toy: Path, tmp_path: Path) -> None:
    given = {"model": "there is none", "out": tmp_path / "out"}
    with pytest.raises(UsageError, match="without --roll-outs"):
        grpo(GrpoConfig(**given, rows=toy / "roll-outs.jsonl"), print)
    with pytest.raises(UsageError, match="with --roll-outs"):
        grpo(GrpoConfig(**given, rows=toy / "replies.jsonl", reward="environment"), print)
    with pytest.raises(UsageError, match="no replies to learn"):
        sft(SftConfig(**given, rows=toy / "roll-outs.jsonl"), print)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"batch": 3, "micro_batch": 2}, "multiple"),
        ({"trainer": {"strange": 1}}, "strange"),
        ({"trainer": {"output_dir": "elsewhere"}}, "set out in the configuration"),
        ({"lora_targets": "nothing"}, "target modules"),
        ({"max_prompt_tokens": 1}, "too long"),
        ({"model": "/nowhere/at/all"}, "cannot load the model"),
        ({"adapter": Path("nowhere")}, "no adapter"),
    ],
)
def test_what_cannot_be_trained_says_why(toy: Path, tmp_path: Path, changed: dict, message: str) -> None:
    given = {"model": str(toy / "tiny"), "rows": toy / "replies.jsonl", "out": tmp_path / "out", "batch": 1, **SMALL}
    with pytest.raises(UsageError, match=message):
        sft(SftConfig(**(given | changed)), print)
    assert not (tmp_path / "out").exists()


def ask(model: TransformersModel, **sampling):
    tool = Tool("stop", "Stops.", {"type": "object", "properties": {}})
    messages = (ModelMessage("system", "Be kind."), ModelMessage("user", "Go"))
    request = ModelRequest("act", messages, tools=(tool,), sampling=Sampling(max_tokens=8, **sampling))
    return anyio.run(model.complete, request)


def test_a_checkpoint_in_this_process_answers_the_same_to_the_same(toy: Path) -> None:
    model = make_model(f"local:{toy / 'tiny'}")
    assert model.name == "local:tiny"
    assert ask(model) == ask(model)
    warm = ask(model, temperature=1.0, seed=1, n=2)
    assert warm == ask(model, temperature=1.0, seed=1, n=2)
    assert len(warm.choices) == 2
    assert warm.usage.calls == 2
    with pytest.raises(ModelFault, match="log probabilities"):
        ask(model, logprobs=1)


def test_a_folder_that_holds_no_model_is_a_fault_in_words(tmp_path: Path) -> None:
    with pytest.raises(ModelFault, match="cannot load"):
        ask(make_model(f"local:{tmp_path}"))
