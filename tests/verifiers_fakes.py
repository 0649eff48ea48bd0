"""Episodes of verifiers, with a model that calls given tools."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import a2a_fakes
import anyio

from automotive_env.episode.action import Action


def model_that_acts(actions: Sequence[Action]) -> Any:
    """Makes an application in the form of OpenAI: after n results of tools it calls the tool of action n, and at last none."""
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Route

    async def complete(request: Any) -> Response:
        asked = await request.json()
        done = sum(message["role"] == "tool" for message in asked["messages"])
        delta: dict[str, Any] = {"role": "assistant", "content": "That is all."}
        if done < len(actions):
            fields = actions[done].to_json()
            function = {"name": fields.pop("action_type"), "arguments": json.dumps(fields)}
            delta |= {
                "content": None,
                "tool_calls": [{"index": 0, "id": f"call{done}", "type": "function", "function": function}],
            }
        chunk: dict[str, Any] = {"id": "1", "object": "chat.completion.chunk", "created": 0, "model": "scripted"}
        reason = "tool_calls" if "tool_calls" in delta else "stop"
        parts = (
            {**chunk, "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]},
            {**chunk, "choices": [], "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}},
        )
        said = "".join(f"data: {json.dumps(part)}\n\n" for part in parts)
        return Response(f"{said}data: [DONE]\n\n", media_type="text/event-stream")

    return lambda port: Starlette(routes=[Route("/v1/chat/completions", complete, methods=["POST"])])


def episode(actions: Sequence[Action], **taskset: Any) -> Any:
    """The trace of the first task of the taskset, played with its own harness in the way of `vf-eval`."""
    import verifiers.v1 as vf

    env = vf.load_environment(vf.resolve_env_config({"taskset": {"id": "automotive_env_verifiers", **taskset}}))

    async def play(address: str) -> Any:
        client = vf.EvalClientConfig(base_url=f"{address}/v1", api_key_var="NO_KEY")
        (slot,) = env.slots(next(iter(env.taskset)))
        async with env.serving():
            return await env.run_slot(slot, vf.ModelContext(client=client, model="scripted", sampling=vf.SamplingConfig()))

    with a2a_fakes.served(model_that_acts(actions)) as address:
        played = anyio.run(play, address)
    assert played.ok, played.errors or [trace.errors for trace in played.traces]
    return played.traces[0]
