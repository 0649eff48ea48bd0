import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from automotive_env.errors import UsageError
from automotive_env.models import make_model
from automotive_env.models.address import ModelAddress, read_address
from automotive_env.models.kinds import find_kind, names
from automotive_env.models.model_names import example_of
from automotive_env.text.extras import requirement


@pytest.mark.parametrize(
    "spec",
    [
        "openai:gpt-4o-mini",
        "openai:org/some-model:latest",
        "openai:some-model@http://localhost:8000/v1",
        "openai:@cf/some/model@https://gateway.example/v1",
        "openai:m@http://[::1]:8000/v1",
        "openai:claude-sonnet-4-5@20250929",
        "openai:claude-sonnet-4-5@20250929@http://localhost:8000/v1",
        "openai:vertex_ai/gemini@001@https://gateway.example/v1",
        "openai:arn:aws:bedrock:us-east-1:1234:inference-profile/us.anthropic.claude-v1:0@http://localhost:8000/v1",
        "openai:@cf/meta/llama@2@https://gateway.example/v1",
        "openai:m@sha256:9f86d0",
        "openai:m@sha256:12345678@http://h/v1",
        "openai:m@v1.2",
        "openai:m@default",
        "openai:m@2025.10.01",
        "openai:m@latest:7b",
        "openai:m@x@http://h/v1",
        "openai:m@@localhost:8000",
        "openai:m@@api.example",
        "openai:m@@http://b",
        "gemini:models/gemini@001@http://localhost:8000",
        "gemini-legacy:gemini@001",
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


@pytest.mark.parametrize("spec", ["", "claude:x", ":", "@"])
def test_an_unknown_specification_is_told_what_is_allowed(spec: str):
    with pytest.raises(UsageError, match="allowed: ") as caught:
        make_model(spec)
    allowed = str(caught.value).partition("allowed: ")[2].split(", ")
    assert {"builtin", "openai:NAME", "openai:NAME@URL", "local", "local:FILE", "MODULE:NAME[:REST]"} <= {*allowed}


@pytest.mark.parametrize(
    ("spec", "allowed"),
    [
        ("openai:", "openai:NAME, openai:NAME@URL; NAME is what the vendor calls the model, such as o4-mini"),
        ("anthropic", "anthropic:NAME, anthropic:NAME@URL; NAME is what the vendor calls the model, such as claude-sonnet-5-5"),
        (
            "openai-responses",
            "openai-responses:NAME, openai-responses:NAME@URL; NAME is what the vendor calls the model, such as o4-mini",
        ),
        ("replay:", "replay:FILE"),
        ("builtin:x", "builtin"),
    ],
)
def test_a_kind_without_its_name_is_told_the_forms_of_that_kind(spec: str, allowed: str):
    with pytest.raises(UsageError, match=f"allowed: {allowed}$"):
        make_model(spec)


@pytest.mark.parametrize(
    ("spec", "meant"), [("gpt-4o", "openai:gpt-4o"), ("OPENAI:x", "openai:x"), ("opnai:gpt-4", "openai:gpt-4")]
)
def test_a_misspelt_specification_is_told_what_was_meant_and_where_the_others_are(spec: str, meant: str):
    with pytest.raises(UsageError, match=rf"^unknown model '{spec}'; did you mean '{meant}'\? `automotive-env models` lists"):
        make_model(spec)


@pytest.mark.parametrize(
    "rest",
    ["m@localhost:8000", "m@ftp://host/v1", "m@", "@", "m@http://", "a b", "m@http://a b/", '"a b"', "a\x07", '"m"@h', '""'],
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


@pytest.mark.parametrize(
    ("written", "name", "url"),
    [
        ('"m@http://b"@http://h/v1', "m@http://b", "http://h/v1"),
        ("'m@localhost:8000'", "m@localhost:8000", None),
        ('"m@@2"', "m@@2", None),
        ("m@@localhost:8000@http://h/v1", "m@localhost:8000", "http://h/v1"),
        ("@@cf/m", "@cf/m", None),
        ("m@@@@2", "m@@2", None),
        ("m@@@http://h/v1", "m@", "http://h/v1"),
        ("m@@@@http://h/v1", "m@@http://h/v1", None),
        ("m@1@HTTP://h/v1", "m@1", "HTTP://h/v1"),
        ("m@@http://b@http://h/v1", "m@http://b", "http://h/v1"),
        ("a:b:c@d:e", "a:b:c@d:e", None),
    ],
)
def test_a_name_is_written_with_quotes_or_doubled_signs_and_read_again(written: str, name: str, url: str | None):
    address = read_address("openai", written)
    assert address == ModelAddress(name, url)
    assert read_address("openai", str(address)) == address


VENDORS_NAMES = (
    "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-sonnet-4-20250514-v1:0",
    "projects/p/locations/europe-west4/publishers/anthropic/models/claude-opus-4@20250514",
    "@cf/meta/llama-3.1-8b-instruct",
    "ft:gpt-4o-mini-2024-07-18:my-org::9xYz",
    "registry/model@sha256:0123456789abcdef",
    "hf.co/bartowski/Llama-3.2-3B-Instruct-GGUF:Q4_K_M",
    "accounts/fireworks/models/llama-v3#accounts/me/deployments/7",
    "meta/meta-llama-3-70b-instruct@5f2c",
    "openai/gpt-4o:online",
    "~latest+tools=on",
    "Modèle-7B@été",
    "gemini-2.5-pro@001@preview",
)


@pytest.mark.parametrize("name", VENDORS_NAMES)
@pytest.mark.parametrize("url", [None, "http://localhost:8000/v1", "https://h/v1/@x"])
def test_a_name_that_vendors_use_is_written_plainly_quoted_or_doubled(name: str, url: str | None):
    behind = f"@{url}" if url else ""
    for written in (f'"{name}"', f"'{name}'", name.replace("@", "@@")):
        assert read_address("openai", written + behind) == ModelAddress(name, url)
    if not name.startswith("@"):
        assert read_address("openai", name + behind) == ModelAddress(name, url)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("openai:m@localhost:8000/v1", "openai:m@http://localhost:8000/v1"),
        ("openai:m@localhost", "openai:m@http://localhost"),
        ("openai:m@127.0.0.1:8000", "openai:m@http://127.0.0.1:8000"),
        ("openai:m@10.0.0.1/v1", "openai:m@http://10.0.0.1/v1"),
        ("openai:m@[::1]:8000/v1", "openai:m@http://[::1]:8000/v1"),
        ("openai:m@gpu:8000", "openai:m@http://gpu:8000"),
        ("openai:m@api.example.com/v1", "openai:m@http://api.example.com/v1"),
        ("openai:m@1@host:8000/v1", "openai:m@1@http://host:8000/v1"),
        ("openai:m@ftp://host/v1", "openai:m@http://host/v1"),
        ("openai:m@htps://host/v1", "openai:m@http://host/v1"),
        ("openai:m@https:/host/v1", "openai:m@https://host/v1"),
        ("openai:m@http//host/v1", "openai:m@http://host/v1"),
        ("gemini:m@localhost:8000", "gemini:m@http://localhost:8000"),
        ("opnai:gpt-4o", "openai:gpt-4o"),
        ("OpenAI:gpt-4o", "openai:gpt-4o"),
        ("open-ai:m@http://h/v1", "openai:m@http://h/v1"),
        ("openai/gpt-4o", "openai:gpt-4o"),
        ("gpt-4o", "openai:gpt-4o"),
        ("org/model", "openai:org/model"),
        ("gemini-2.5-flash", "gemini:gemini-2.5-flash"),
        ("claude-opus", "anthropic:claude-opus"),
        ("o5-mini", "openai:o5-mini"),
        ("gemni:gemini-2.5-flash", "gemini:gemini-2.5-flash"),
        ("gemini_legacy:m", "gemini-legacy:m"),
        ("replya:said.jsonl", "replay:said.jsonl"),
        ("bultin", "builtin"),
        ("locl:model.gguf", "local:model.gguf"),
        ("inspekt:openai/gpt-4o", "inspect:openai/gpt-4o"),
        ("http://localhost:8000/v1", "openai:NAME@http://localhost:8000/v1"),
    ],
)
def test_what_may_be_meant(typed: str, meant: str):
    with pytest.raises(UsageError) as caught:
        make_model(typed)
    assert f"did you mean {meant!r}?" in str(caught.value)


@pytest.mark.parametrize("spec", ["", ":", "@", "claude:x", "openai:", "builtin:x", "foo", "anthropic", "openai", "gemini"])
def test_nothing_is_suggested_where_nothing_is_near(spec: str):
    with pytest.raises(UsageError) as caught:
        make_model(spec)
    assert "did you mean" not in str(caught.value)


@pytest.mark.parametrize("spec", ["anthropic:anthropic", "openai:OpenAI", "gemini:openai", "openai-responses:openai"])
def test_a_vendor_in_place_of_a_model_is_told_what_names_look_like(spec: str):
    kind = spec.partition(":")[0]
    told = (
        f"^{spec} names no model; write {kind}:NAME, where NAME is what the vendor calls the model, such as {example_of(kind)}$"
    )
    with pytest.raises(UsageError, match=told):
        make_model(spec)


def test_a_server_of_ones_own_may_call_its_model_like_a_vendor():
    assert make_model("openai:anthropic@http://localhost:8000/v1").name == "openai:anthropic@http://localhost:8000/v1"


def test_a_recording_that_is_not_there(tmp_path):
    with pytest.raises(UsageError, match="No such file"):
        make_model(f"replay:{tmp_path}/nothing.jsonl")


def test_every_kind_is_named_like_its_file_and_requires_extras_that_there_are():
    extras = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    kinds = [find_kind(name) for name in names()]
    assert [kind and kind.name for kind in kinds] == list(names())
    required = {form.requires for kind in kinds if kind for form in kind.forms} - {""}
    assert required <= {requirement(extra) for extra in extras}


def test_importing_the_package_imports_no_vendor():
    code = (
        "import sys, automotive_env.models as m; from automotive_env.models.kinds import find_kind, names;"
        "[m.make_model(f'{name}:x') for name in names() if find_kind(name).dialect];"
        "print([n for n in sys.modules if n.split('.')[0] in ('openai', 'google', 'httpx2', 'requests') and n != 'google'])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert run.stdout.strip() == "[]"
