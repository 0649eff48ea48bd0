from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from math import inf

import pytest

from automotive_env.models.reply import retry_after


@pytest.mark.parametrize(
    ("headers", "body", "seconds"),
    [
        ({}, None, None),
        ({"retry-after": "7"}, None, 7),
        ({"retry-after": "0"}, None, 0),
        ({"retry-after": "-5"}, None, 0),
        ({"retry-after": "soon"}, None, None),
        ({"retry-after": "nan"}, None, None),
        ({"retry-after": "inf"}, None, inf),
        ({"retry-after": "1000000000"}, None, 1e9),
        ({"retry-after-ms": "250", "retry-after": "7"}, None, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, None, 7),
        ({}, {"error": {"details": [{"reason": "quota"}, {"retryDelay": "37.5s"}]}}, 37.5),
        ({}, [{"error": {"details": [{"retryDelay": "37s"}]}}], 37),
        ({}, {"error": {"details": "none"}}, None),
        ({"retry-after": "Wed, 21 Oct 2015 07:28:00 GMT"}, None, 0),
    ],
)
def test_the_wait_that_a_server_asks_for(headers, body, seconds):
    assert retry_after(headers, body) == seconds


def test_a_wait_until_a_date():
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=30), usegmt=True)
    assert 0 < retry_after({"retry-after": date}, None) <= 30
