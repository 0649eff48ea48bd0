"""The Model Context Protocol over one car: tools, documents as resources, and the task as a prompt.

What is asked wrongly of a tool is an answer of the tool that is an error; anything else is an error of the protocol.
"""

from __future__ import annotations

import logging
import re
from base64 import b64encode
from collections.abc import AsyncIterator, Mapping
from typing import Any, BinaryIO

import anyio
import mcp_types as types
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from starlette.applications import Starlette

from automotive_env.adapters.mcp.car import McpCar
from automotive_env.errors import AutomotiveEnvError
from automotive_env.version import __version__

_log = logging.getLogger(__name__)
NAME = "automotive-env"
PROMPT = "task"
PATH = "/mcp"
"""Where the protocol is spoken over HTTP."""
MAX_REQUEST = 262_144
"""Bytes of one message that is taken."""
_HALVES = re.compile(r"(\\\\|\\ud[89ab]..\\ud[c-f]..)|\\ud[89a-f]..", re.IGNORECASE)
"""In JSON: an escaped backslash or a whole character, which stay, and half of a character, which no text can hold."""


def make_server(car: McpCar) -> Server[Any]:
    """A server of one car, whoever is connected to it."""
    handlers = _Handlers(car)
    return Server(
        NAME,
        version=__version__,
        instructions=f"A car: its head unit and its APIs. {car.rules()}",
        get_tool_input_schema=handlers.parameters,
        on_list_tools=handlers.list_tools,
        on_call_tool=handlers.call_tool,
        on_list_resources=handlers.list_resources,
        on_read_resource=handlers.read_resource,
        on_list_prompts=handlers.list_prompts,
        on_get_prompt=handlers.get_prompt,
    )


class _Handlers:
    """What is answered to each request; the context and the page that is asked for are not needed."""

    def __init__(self, car: McpCar) -> None:
        self._car = car

    def parameters(self, name: str) -> Mapping[str, Any] | None:
        """The schema of a tool; without this, the library lists all tools at each call over HTTP, which takes 14 ms."""
        tool = self._car.find_tool(name)
        return None if tool is None else tool.parameters

    async def list_tools(self, _: ServerRequestContext[Any], __: object) -> types.ListToolsResult:
        listed = [
            types.Tool(
                name=tool.name,
                description=tool.description,
                input_schema=dict(tool.parameters),
                annotations=types.ToolAnnotations(read_only_hint=tool.reads_only),
            )
            for tool in self._car.tools.values()
        ]
        return types.ListToolsResult(tools=listed)

    async def call_tool(self, _: ServerRequestContext[Any], asked: types.CallToolRequestParams) -> types.CallToolResult:
        answer = self._car.call(asked.name, asked.arguments or {})
        content: list[Any] = [types.TextContent(text=answer.text)] if answer.text else []
        if answer.picture is not None:
            content.append(types.ImageContent(data=b64encode(answer.picture).decode(), mime_type="image/png"))
        return types.CallToolResult(content=content, is_error=answer.failed)

    async def list_resources(self, _: ServerRequestContext[Any], __: object) -> types.ListResourcesResult:
        listed = [
            types.Resource(uri=uri, name=one.name, description=one.description, mime_type=one.mime_type)
            for uri, one in self._car.documents.items()
        ]
        return types.ListResourcesResult(resources=listed)

    async def read_resource(
        self, _: ServerRequestContext[Any], asked: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        document = self._car.documents.get(str(asked.uri))
        if document is None:
            raise MCPError(
                types.INVALID_PARAMS, f"there is no resource {asked.uri!r:.80}; there are: {', '.join(self._car.documents)}"
            )
        try:
            held = document.read()
        except AutomotiveEnvError as error:
            raise MCPError(types.INVALID_PARAMS, str(error)) from None
        about: dict[str, Any] = {"uri": asked.uri, "mime_type": document.mime_type}
        if isinstance(held, str):
            return types.ReadResourceResult(contents=[types.TextResourceContents(text=held, **about)])
        return types.ReadResourceResult(contents=[types.BlobResourceContents(blob=b64encode(held).decode(), **about)])

    async def list_prompts(self, _: ServerRequestContext[Any], __: object) -> types.ListPromptsResult:
        return types.ListPromptsResult(prompts=[types.Prompt(name=PROMPT, description="What is wanted.")])

    async def get_prompt(self, _: ServerRequestContext[Any], asked: types.GetPromptRequestParams) -> types.GetPromptResult:
        if asked.name != PROMPT:
            raise MCPError(types.INVALID_PARAMS, f"there is no prompt {asked.name!r:.80}; there is: {PROMPT}")
        said = types.PromptMessage(role="user", content=types.TextContent(text=self._car.rules()))
        return types.GetPromptResult(messages=[said])


def http_app(server: Server[Any], port: int) -> Starlette:
    """The server over streamable HTTP, for requests to this machine's own names and port, and from no other page.

    No client is remembered, so that none is refused because others have come and gone.
    """
    names = [f"{host}:{port}" for host in ("127.0.0.1", "localhost")]
    app: Starlette = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        max_request_body_size=MAX_REQUEST,
        stateless_http=True,
        transport_security=TransportSecuritySettings(allowed_hosts=names, allowed_origins=[f"http://{name}" for name in names]),
    )
    return app


def run_stdio(server: Server[Any], stdin: BinaryIO) -> None:
    """Speak over the standard streams until the input ends."""

    async def run() -> None:
        lines: Any = _lines(stdin)
        async with stdio_server(stdin=lines) as (read, write):
            await server.run(read, write, server.create_initialization_options())

    anyio.run(run)


async def _lines(stream: BinaryIO) -> AsyncIterator[str]:
    """The lines of a stream; one that is too long is left out, and an error in its place.

    Halves of characters are replaced: the library leaves a line with one unread, and whoever has sent it waits for ever.
    """
    whole = True
    while line := await anyio.to_thread.run_sync(stream.readline, MAX_REQUEST, abandon_on_cancel=True):
        began, whole = whole, line.endswith(b"\n")
        if began and not whole:
            _log.warning("a message of more than %d bytes was left out, and is not answered", MAX_REQUEST - 1)
        if began:
            yield _HALVES.sub(lambda found: found[1] or r"\ufffd", line.decode("utf-8", "replace")) if whole else "\n"
