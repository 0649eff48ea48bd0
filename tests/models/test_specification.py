import subprocess
import sys

import pytest

from automotive_env.errors import UsageError
from automotive_env.models import make_model


@pytest.mark.parametrize(
    "spec",
    [
        "openai:gpt-4o-mini",
        "openai:org/some-model:latest",
        "openai:some-model@http://localhost:8000/v1",
        "openai:@cf/some/model@https://gateway.example/v1",
        "openai:m@http://[::1]:8000/v1",
        "gemini:gemini-2.5-flash",
        "gemini:gemini-2.5-flash@http://localhost:8000",
        "gemini-legacy:gemini-2.0-flash",
        "gemini-legacy:gemini-2.0-flash@http://localhost:8000",
    ],
)
def test_a_model_is_called_what_was_asked_for(spec: str):
    assert make_model(spec).name == spec


def test_the_slash_at_the_end_of_a_url_means_nothing():
    assert make_model("openai:m@http://localhost:8000/v1/").name == "openai:m@http://localhost:8000/v1"


@pytest.mark.parametrize("spec", ["", "gpt-4o", "openai", "openai:", "replay:", "claude:x", "builtin:x", "OPENAI:x", ":", "@"])
def test_an_unknown_specification_is_told_what_is_allowed(spec: str):
    with pytest.raises(UsageError, match=r"allowed: builtin, openai:NAME, .*gemini:NAME.*gemini-legacy:NAME.*replay:FILE"):
        make_model(spec)


@pytest.mark.parametrize(
    "rest", ["m@localhost:8000", "m@ftp://host/v1", "m@", "m@http://", "a b", "m@http://a b/", "m@x@http://h/v1"]
)
def test_a_malformed_name_or_url(rest: str):
    with pytest.raises(UsageError, match="malformed"):
        make_model(f"openai:{rest}")


@pytest.mark.parametrize(
    "url", ["http://:80/v1", "http://host:99999/v1", "http://host:0/v1", "http://host:x/v1", "http://[::1/v1"]
)
def test_a_malformed_url(url: str):
    with pytest.raises(UsageError, match="malformed URL"):
        make_model(f"openai:m@{url}")


@pytest.mark.parametrize("url", ["http://me:secret@host/v1", "http://host/v1?key=secret", "http://host/v1#secret"])
def test_a_url_holds_no_secrets(url: str):
    with pytest.raises(UsageError) as caught:
        make_model(f"openai:m@{url}")
    assert "secret" not in str(caught.value)


def test_a_recording_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        make_model(f"replay:{tmp_path}/nothing.jsonl")


def test_importing_the_package_imports_no_vendor():
    code = (
        "import sys, automotive_env.models as m; [m.make_model(f'{kind}:x') for kind in ('openai', 'gemini', 'gemini-legacy')];"
        "print([n for n in sys.modules if n.split('.')[0] in ('openai', 'google', 'httpx2', 'requests') and n != 'google'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"
