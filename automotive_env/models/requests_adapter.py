"""The HTTP layer under google-generativeai, which sends through `requests`; the same rules as in `http.py`."""

from __future__ import annotations

from time import monotonic
from typing import Any

from requests import PreparedRequest, Response
from requests.adapters import HTTPAdapter
from requests.exceptions import Timeout

from automotive_env.models.http import HEADERS
from automotive_env.models.reply import check_encoding, check_received, status_error

_CHUNK_BYTES = 2**16


class StrictAdapter(HTTPAdapter):
    """An adapter that raises `StatusError` for every status but 200, and `UnreadableReply` for what is too long.

    A session follows redirects with all headers but `Authorization`, so with the key; here it never sees one.
    """

    def __init__(self, seconds: float) -> None:
        """Make an adapter whose requests may take so many seconds, the body included."""
        super().__init__()
        self._seconds = seconds

    def send(self, request: PreparedRequest, *args: Any, **options: Any) -> Response:
        """Send a request and read the whole response.

        Raises:
            StatusError: the status is not 200.
            UnreadableReply: the response is compressed or too long.
            TimeoutError: it did not end in time.
        """
        deadline = monotonic() + self._seconds
        request.headers.update(HEADERS)
        try:
            with super().send(request, *args, **(options | {"stream": True, "timeout": self._seconds})) as response:
                check_encoding(response.headers.get("content-encoding"))
                data = _read(response, deadline)
        except Timeout:
            raise TimeoutError from None
        if response.status_code != 200:
            raise status_error(response.status_code, data.decode("utf-8", "replace"), response.headers)
        response._content = data
        return response


def _read(response: Response, deadline: float) -> bytes:
    data = bytearray()
    for chunk in response.iter_content(_CHUNK_BYTES):
        data += chunk
        check_received(len(data))
        if monotonic() > deadline:
            raise TimeoutError
    return bytes(data)
