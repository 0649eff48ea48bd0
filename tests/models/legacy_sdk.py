"""A stand-in for google-generativeai where it is not installed: the same names, and the same HTTP session underneath.

The package pins an old protobuf, so most environments lack it. `install` does nothing where it is there.
"""

import base64
import json
import sys
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from google.auth.api_key import Credentials
from google.auth.transport.requests import AuthorizedSession


def _is_installed() -> bool:
    try:
        return find_spec("google.generativeai") is not None
    except ModuleNotFoundError:
        return False


IS_INSTALLED = _is_installed()


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    if IS_INSTALLED:
        return
    for name, contents in {
        "google.ai": {},
        "google.ai.generativelanguage": {"GenerativeServiceClient": GenerativeServiceClient},
        "google.generativeai": {"GenerativeModel": GenerativeModel},
    }.items():
        module = ModuleType(name)
        vars(module).update(contents)
        monkeypatch.setitem(sys.modules, name, module)


class GenerativeServiceClient:
    def __init__(self, transport: str, client_options: dict[str, str]) -> None:
        assert transport == "rest"
        self.host = client_options["api_endpoint"]
        session = AuthorizedSession(Credentials(client_options["api_key"]))  # type: ignore[no-untyped-call]
        self.transport = SimpleNamespace(_session=session)


class GenerativeModel:
    _client: GenerativeServiceClient

    def __init__(self, name: str, system_instruction: Any = None, tools: Any = None) -> None:
        self.name = name
        self.system = system_instruction
        self.tools = tools

    def generate_content(self, contents: list[Any], generation_config: dict[str, Any], request_options: dict[str, Any]) -> Any:
        url = f"{self._client.host}/v1beta/models/{self.name}:generateContent"
        body = {"contents": contents, "generationConfig": generation_config}
        if self.system:
            body["systemInstruction"] = self.system
        if self.tools:
            body["tools"] = [{"functionDeclarations": self.tools}]
        response = self._client.transport._session.post(url, json=_json(body), timeout=request_options["timeout"])
        return _reply(json.loads(response.content))


def _json(value: Any) -> Any:
    """As protocol buffers write it: names in camel case, bytes in base64."""
    if isinstance(value, dict):
        own = ("args", "response", "properties")  # whose members are named by others
        return {_camel(name): value[name] if name in own[:2] else _members(value[name], name in own) for name in value}
    if isinstance(value, list):
        return [_json(member) for member in value]
    return base64.b64encode(value).decode() if isinstance(value, bytes) else value


def _members(value: Any, named: bool) -> Any:
    return {name: _json(member) for name, member in value.items()} if named else _json(value)


def _camel(name: str) -> str:
    first, *others = name.strip("_").split("_")
    return first + "".join(map(str.title, others))


def _reply(body: dict[str, Any]) -> Any:
    usage = body.get("usageMetadata", {})
    return SimpleNamespace(
        candidates=[_candidate(candidate) for candidate in body.get("candidates", [])],
        prompt_feedback=SimpleNamespace(block_reason=body.get("promptFeedback", {}).get("blockReason")),
        usage_metadata=SimpleNamespace(
            prompt_token_count=usage.get("promptTokenCount"),
            candidates_token_count=usage.get("candidatesTokenCount"),
            cached_content_token_count=usage.get("cachedContentTokenCount"),
        ),
    )


def _candidate(candidate: dict[str, Any]) -> Any:
    parts = [_part(part) for part in candidate.get("content", {}).get("parts", [])]
    content = SimpleNamespace(parts=parts) if "content" in candidate else None
    told = candidate.get("logprobsResult", {})
    return SimpleNamespace(
        content=content,
        finish_reason=candidate.get("finishReason"),
        logprobs_result=SimpleNamespace(
            chosen_candidates=_tokens(told.get("chosenCandidates", [])),
            top_candidates=[SimpleNamespace(candidates=_tokens(top["candidates"])) for top in told.get("topCandidates", [])],
        ),
    )


def _part(part: dict[str, Any]) -> Any:
    call = part.get("functionCall")
    called = SimpleNamespace(id=call.get("id", ""), name=call["name"], args=_floats(call.get("args", {}))) if call else None
    return SimpleNamespace(text="" if call else part["text"], function_call=called)


def _floats(value: Any) -> Any:
    """As a protocol buffer holds them."""
    if isinstance(value, dict):
        return {name: _floats(member) for name, member in value.items()}
    return float(value) if isinstance(value, int) else value


def _tokens(told: list[dict[str, Any]]) -> list[Any]:
    return [SimpleNamespace(token=one["token"], log_probability=one["logProbability"]) for one in told]
