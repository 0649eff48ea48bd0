"""Connections of the HTTP client: those of aiohttp, whose parser is compiled, under the requests and responses of httpx2.

The transport that httpx2 comes with takes half a millisecond a request where many wait, this one a tenth.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import aiohttp
import httpx2
from multidict import CIMultiDict
from yarl import URL

from automotive_env.models.reply import as_utf8, check_encoding, check_received

KEEP_SECONDS = 5.0
"""How long a connection is kept that nobody uses, as httpx2 does; servers close theirs some time later."""
_OWN = ("Accept", "Accept-Encoding", "Content-Type", "User-Agent")
"""Headers that aiohttp adds of itself: a request has what it needs."""
_OF_THE_BODY = (b"content-encoding", b"content-length", b"transfer-encoding")
"""Headers that hold for a body as it came, not as it is handed on."""


class ModelConnections(httpx2.AsyncBaseTransport):
    """All connections of a client. A response is read whole before it is returned, bounded by `check_received`."""

    def __init__(self, seconds: float, proxy: str | None = None) -> None:
        """Open nothing yet.

        Args:
            seconds: of a request, from connecting to the last byte of its response.
            proxy: URL of the proxy that requests go through.
        """
        self._seconds = seconds
        self._proxy = URL(proxy) if proxy else None

    @cached_property
    def _session(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEEP_SECONDS, ssl=httpx2.create_ssl_context()),
            cookie_jar=aiohttp.DummyCookieJar(),
            skip_auto_headers=_OWN,
            timeout=aiohttp.ClientTimeout(total=self._seconds),
            auto_decompress=False,
        )

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request over a connection that nobody else uses.

        Raises:
            httpx2.TransportError: there is no connection, or no response over it.
            UnreadableReply: the response is too long, or compressed in a way that is not read.
        """
        headers = CIMultiDict((name.decode("ascii"), value.decode("latin-1")) for name, value in request.headers.raw)
        url, content = URL(str(request.url.copy_with(userinfo=b"")), encoded=True), await request.aread()
        if request.url.userinfo:
            headers["Authorization"] = _basic(request.url.username, request.url.password)
        options: dict[str, Any] = {"headers": headers, "data": content or None, "allow_redirects": False}
        if self._proxy:
            login = {"Proxy-Authorization": _basic(self._proxy.user, self._proxy.password)} if self._proxy.user else {}
            options |= {"proxy": self._proxy.with_user(None), "proxy_headers": login}
            headers.update(login if url.scheme == "http" else {})
        with _errors(self._seconds):
            async with self._session.request(request.method, url, **options) as response:
                check_encoding(response.headers.get("Content-Encoding"))
                body = bytearray()
                async for data in response.content.iter_any():
                    body += data
                    check_received(len(body))
        told = [one for one in response.raw_headers if one[0].lower() not in _OF_THE_BODY]
        return httpx2.Response(response.status, headers=told, content=as_utf8(bytes(body)), request=request)

    async def aclose(self) -> None:
        """Close all connections."""
        await self._session.close()


def _basic(user: str | None, password: str | None) -> str:
    return "Basic " + b64encode(f"{user or ''}:{password or ''}".encode()).decode()


@contextmanager
def _errors(seconds: float) -> Iterator[None]:
    """Turn what aiohttp raises into what httpx2 would have raised."""
    try:
        yield
    except TimeoutError:
        raise httpx2.ReadTimeout(f"no response within {seconds:g} s") from None
    except (aiohttp.InvalidURL, aiohttp.NonHttpUrlClientError) as error:
        raise httpx2.UnsupportedProtocol(f"{error} is not the address of a server; use http:// or https://") from None
    except aiohttp.ClientConnectorCertificateError as error:
        raise httpx2.ConnectError(f"{error.host}:{error.port}: {error.certificate_error}") from None
    except aiohttp.ClientConnectorError as error:  # its own text speaks of TLS for http, too
        raise httpx2.ConnectError(f"{error.host}:{error.port}: {error.strerror or error.os_error}") from None
    except aiohttp.ClientOSError as error:
        raise httpx2.ReadError(str(error)) from None
    except aiohttp.ClientError as error:
        raise httpx2.RemoteProtocolError(str(error)) from None
