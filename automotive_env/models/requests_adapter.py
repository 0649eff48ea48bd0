"""The HTTP layer under google-generativeai, which sends through `requests`; the same rules as in `http.py`."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from requests.exceptions import Timeout
from urllib3.exceptions import HTTPError, ReadTimeoutError

from automotive_env.models.http import HEADERS
from automotive_env.models.reply import as_utf8, check_encoding, check_received, status_error

_CHUNK_BYTES = 2**16


class StrictAdapter(HTTPAdapter):
    """An adapter that raises `HttpStatusError` for every status but 200, and `UnreadableReply` for what is too long.

    A session follows redirects with all headers but `Authorization`, so with the key; here it never sees one.
    """

    def __init__(self, seconds: float, proxy: str | None = None, check: Callable[[str], None] = lambda text: None) -> None:
        """Make an adapter whose requests may take so many seconds, the body included; see `open_client` in `http.py`."""
        super().__init__()
        self._seconds = seconds
        self._proxies = {"http": proxy, "https": proxy} if proxy else {}
        self._checked = check

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        """Send a request and read the whole response.

        Raises:
            HttpStatusError: the status is not 200.
            UnreadableReply: the response is too long, or compressed in a way that is not read.
            TimeoutError: it did not end in time.
        """
        deadline = monotonic() + self._seconds
        request.headers.update(HEADERS)
        own = {"stream": True, "timeout": self._seconds, "proxies": self._proxies}
        try:
            with super().send(request, *args, **(options | own)) as response:
                check_encoding(response.headers.get("content-encoding"))
                data = _read(response, deadline)
        except (Timeout, ReadTimeoutError):
            raise TimeoutError from None
        except HTTPError as error:
            raise ConnectionError(str(error)) from None
        text = data.decode("utf-8", "replace")
        if response.status_code != 200:
            raise status_error(response.status_code, text, response.headers)
        self._checked(text)
        response._content, response.encoding = data, "utf-8"
        return response


def _read(response: Response, deadline: float) -> bytes:
    data = bytearray()
    for chunk in response.raw.stream(_CHUNK_BYTES, decode_content=False):
        data += chunk
        check_received(len(data))
        if monotonic() > deadline:
            raise TimeoutError
    return as_utf8(bytes(data))
