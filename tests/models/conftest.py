import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import legacy_sdk
import pytest
from model_server import Loopback

from automotive_env.models.kinds import all_forms

KEYS = sorted({key for _, form in all_forms() for key in form.keys})
PROXIES = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy")


def _serve() -> Iterator[Loopback]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            try:
                served.answer(self)
            except ConnectionError:
                self.close_connection = True  # the client did not wait

        do_GET = do_POST

        def log_message(self, *_: object) -> None:
            pass

    class Server(ThreadingHTTPServer):
        request_queue_size = 50

    server = Server(("127.0.0.1", 0), Handler)
    served = Loopback(server)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    yield served
    server.shutdown()
    server.server_close()
    thread.join()


loopback = pytest.fixture(_serve, name="loopback")
stranger = pytest.fixture(_serve, name="stranger")
"""Another server than the one that a model was told to ask."""


@pytest.fixture
def dead_url() -> Iterator[str]:
    """A URL at which nobody listens."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    url = f"http://127.0.0.1:{server.server_port}"
    server.server_close()
    return url


@pytest.fixture(autouse=True)
def _bare_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*KEYS, *PROXIES, "OPENAI_BASE_URL", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GEMINI_BASE_URL"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(autouse=True)
def _no_trust_store(monkeypatch: pytest.MonkeyPatch) -> None:
    """All servers of these tests speak plain HTTP; reading the trusted certificates took most of the time of making a client."""
    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", lambda *_, **__: None)


@pytest.fixture(autouse=True)
def _former_google_sdk(monkeypatch: pytest.MonkeyPatch) -> None:
    legacy_sdk.install(monkeypatch)
