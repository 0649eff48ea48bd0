"""A car behind the web application; the browser's test is collected where there is a browser."""

from collections.abc import Iterator

import pytest
from serving_client import SOCKET, Client
from starlette.testclient import TestClient

from automotive_env.place.places import place_by_name
from automotive_env.scripts.browser import CHROMIUM
from automotive_env.serving.app import make_app
from automotive_env.serving.drive import DrivenCar

collect_ignore = [] if CHROMIUM else ["test_page.py", "test_page_accessibility.py", "test_play_in_browser.py"]


def pytest_report_header() -> str:
    return f"browser: {CHROMIUM}" if CHROMIUM else "browser: no chromium on the PATH, so what needs one is not collected"


@pytest.fixture
def drive() -> DrivenCar:
    return DrivenCar(place_by_name("Berlin"))


@pytest.fixture
def web(drive: DrivenCar) -> Iterator[TestClient]:
    with TestClient(make_app(drive, "secret"), base_url="http://127.0.0.1:8000") as client:
        yield client


@pytest.fixture
def page(web: TestClient) -> Iterator[Client]:
    with web.websocket_connect(SOCKET, headers={"origin": "http://127.0.0.1:8000"}) as socket:
        yield Client(socket)
