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

    def __init__(self, name: str) -> None:
        self.name = name

    def generate_content(self, contents: list[Any], generation_config: dict[str, Any], request_options: dict[str, Any]) -> Any:
        parts = [{"text": part} if isinstance(part, str) else _blob(part) for part in contents]
        config = {
            "temperature": generation_config["temperature"],
            "maxOutputTokens": generation_config["max_output_tokens"],
        }
        url = f"{self._client.host}/v1beta/models/{self.name}:generateContent"
        body = {"contents": [{"role": "user", "parts": parts}], "generationConfig": config}
        response = self._client.transport._session.post(url, json=body, timeout=request_options["timeout"])
        return _reply(json.loads(response.content))


def _blob(part: dict[str, Any]) -> dict[str, Any]:
    return {"inlineData": {"mimeType": part["mime_type"], "data": base64.b64encode(part["data"]).decode()}}


def _reply(body: dict[str, Any]) -> Any:
    usage = body.get("usageMetadata", {})
    return SimpleNamespace(
        candidates=[_candidate(candidate) for candidate in body.get("candidates", [])],
        prompt_feedback=SimpleNamespace(block_reason=body.get("promptFeedback", {}).get("blockReason")),
        usage_metadata=SimpleNamespace(
            prompt_token_count=usage.get("promptTokenCount"), candidates_token_count=usage.get("candidatesTokenCount")
        ),
    )


def _candidate(candidate: dict[str, Any]) -> Any:
    parts = [SimpleNamespace(text=part["text"]) for part in candidate.get("content", {}).get("parts", [])]
    content = SimpleNamespace(parts=parts) if "content" in candidate else None
    return SimpleNamespace(content=content, finish_reason=candidate.get("finishReason"))
