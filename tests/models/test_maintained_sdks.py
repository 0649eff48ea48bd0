"""What holds for the SDKs that are maintained: schemas, and errors that the former Google SDK words in its own way."""

import pytest
from model_server import GEMINI, OPENAI, Loopback, Reply, Vendor, ask, fault

from automotive_env.models.model import ModelRequest, Sampling

pytestmark = pytest.mark.parametrize("vendor", [OPENAI, GEMINI], ids=["openai", "gemini"])


def test_a_schema_is_given_up_once_for_a_server_that_does_not_know_it(vendor: Vendor, loopback: Loopback):
    complaint = {"error": {"message": "Unknown name response_format / responseJsonSchema: no such field", "code": 400}}
    loopback.says(Reply(complaint, 400), Reply(vendor.says("{}")))
    model = vendor.model(loopback)
    request = ModelRequest.of("act", "JSON, please.", schema={"type": "object"}, sampling=Sampling(seed=1))
    assert ask(model, request).text == "{}"
    assert ask(model, request).text == "{}"
    first, second, third = map(str, loopback.asked)
    assert "'object'" in first
    assert "'object'" not in second + third


def test_a_schema_is_given_up_only_once(vendor: Vendor, loopback: Loopback):
    complaint = {"error": {"message": "response_format / responseJsonSchema is wrong", "code": 400}}
    loopback.says(Reply(complaint, 400))
    assert "refuses the request (400" in fault(vendor.model(loopback), ModelRequest.of("act", "?", schema={"type": "object"}))
    assert len(loopback.asked) == 2


def test_text_that_no_file_could_hold(vendor: Vendor, loopback: Loopback):
    loopback.says(Reply(vendor.says("a\ud800b")))
    assert ask(vendor.model(loopback)).text.encode() == b"a?b"


def test_an_address_that_is_none(vendor: Vendor):
    assert "check the URL" in fault(vendor.at("http://256.1.1.1"))
