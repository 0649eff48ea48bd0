"""The agent that assesses others over A2A: episodes, verdicts, and participants that misbehave."""

import asyncio
import json
import sys
import time

import httpx2
import pytest
from registered import MISSPELT, MUSIC, PAIR, TWO_TURNS

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from a2a_fakes import CARD, Scripted, assessed, rpc, served, verdicts
from starlette.responses import RedirectResponse, Response

from automotive_env.adapters.a2a.messages import read_request
from automotive_env.adapters.a2a.server import MAX_RUNNING, _Assessment, make_app
from automotive_env.models.reply import MAX_RECEIVED_BYTES

TASK = PAIR
DONE = '{"action_type": "status", "goal_status": "complete"}'
CLIMATE = 'So: {"action_type": "open_app", "app_name": "climate"}'


@pytest.fixture(scope="module")
def agent():
    with served(make_app) as address:
        yield address


@pytest.fixture
def own_agent():
    """One for tests that leave assessments under way."""
    with served(make_app) as address:
        yield address


def test_a_participant_plays_each_task_in_a_conversation_of_its_own_and_is_judged(agent):
    said = {"task": {"artifacts": [{"parts": [{"text": "I wait."}]}], "status": {"message": {"parts": [{"text": CLIMATE}]}}}}
    player = Scripted([said, "Let me see.", DONE])
    with served(player.app) as address:
        found = verdicts(assessed(address, agent, tasks=[TASK, TWO_TURNS], seed=1, ending=None))
    assert (found["state"], found["met"], found["episodes"]) == ("TASK_STATE_COMPLETED", 0, 2)
    first, second = found["results"]
    assert (first["task"], first["steps"], first["success"], first["seed"]) == (TASK, 3, False, 1)
    assert first["verdict"].startswith("not met: wanted hvac.air_source")
    assert (second["task"], second["steps"]) == (TWO_TURNS, 2)
    texts = [message["parts"][0]["text"] for message in player.told]
    assert "Actions:\n- click" in texts[0]
    assert "app: climate" in texts[1]
    assert "no action found" in texts[2]
    conversations = [message["contextId"] for message in player.told]
    assert conversations == [conversations[0]] * 3 + [conversations[3]] * 2
    assert conversations[0] != conversations[3]
    assert "minutes later, the driver says: " in texts[4]
    assert {message["version"] for message in player.told} == {"1.0"}


CLICK = {"action_type": "click", "index": 99_999}


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ([{"data": {"action_type": "open_app", "app_name": "climate"}}], "app: climate"),
        ([{"data": {"reason": "It is warm.", "action": {"action_type": "open_app", "app_name": "climate"}}}], "app: climate"),
        (
            [{"text": 'Action: {"action_type": "wait"}'}, {"data": {"usage": 7}}, {"data": CLICK}, {"data": 1}],
            "index: Input should be",
        ),
        ([{"data": [{"action_type": "fly"}, CLICK]}], "action_type must be one of"),
        ([{"data": {"usage": 7}}, {"text": json.dumps(CLICK)}], "index: Input should be"),
        ([{"data": {"action_type": "answer", "text": "\ud800"}}], "done"),
        ([{"data": {"action_type": "answer", "text": "x" * 1_001}}], "at most 1000 characters"),
        ([{"data": {"action_type": "answer", "text": "x" * 1_000_000}}], "no action found"),
        ([{"data": {"action_type": {"action_type": [{}]}}}], "action_type must be one of"),
        ([{"data": {"action": {"action": {"action": {"action": CLICK}}}}}], "no action found"),
        ([{"data": None}] * 20_000, "no action found"),
        (
            [{"data": {"action_type": "call", "api": "no", "arguments": {"a": json.loads("[" * 400 + "]" * 400)}}}],
            "no action found",
        ),
    ],
)
def test_an_action_may_be_a_part_of_data_and_is_checked_as_text_is(agent, parts, told):
    player = Scripted([Response(json.dumps({"result": {"message": {"parts": parts}}})), DONE])
    with served(player.app) as address:
        found = verdicts(assessed(address, agent, tasks=[TASK]))
    assert (found["state"], found["episodes"]) == ("TASK_STATE_COMPLETED", 1), found["said"]
    assert told in player.told[1]["parts"][0]["text"]


@pytest.mark.parametrize(
    ("reply", "says"),
    [
        (RedirectResponse("http://127.0.0.1:1/"), "HttpStatusError"),
        (Response("x" * (MAX_RECEIVED_BYTES + 1)), "more than 2 MB"),
        (Response("no JSON"), "cannot be reached"),
        (Response("[" * 100_000), "cannot be reached"),
        (Response('{"error": {"code": 1, "message": "tired"}}'), "tired"),
        (Response('{"result": {"message": {"parts": 7}}}'), "cannot be reached"),
        (Response("{}", 500), "HttpStatusError"),
    ],
)
def test_a_participant_that_gives_no_reply_ends_the_assessment_with_the_reason(agent, reply, says):
    with served(Scripted([reply]).app) as address:
        found = verdicts(assessed(address, agent, tasks=[TASK]))
    assert found["state"] == "TASK_STATE_FAILED"
    assert says in found["said"]
    assert found["episodes"] == 0


@pytest.mark.parametrize(
    ("card", "says"),
    [
        (
            lambda at: {
                "supportedInterfaces": [{"url": "http://127.0.0.2:80/", "protocolBinding": "JSONRPC", "protocolVersion": "1.0"}]
            },
            "another address",
        ),
        (
            lambda at: {"supportedInterfaces": [{"url": at, "protocolBinding": "GRPC", "protocolVersion": "1.0"}]},
            "names no JSON-RPC endpoint",
        ),
        (lambda at: RedirectResponse("http://127.0.0.1:1/card"), "HttpStatusError"),
        (lambda at: [], "cannot be reached"),
    ],
)
def test_a_card_leads_to_nowhere_else(agent, card, says):
    player = Scripted([DONE], card)
    with served(player.app) as address:
        found = verdicts(assessed(address, agent, tasks=[TASK]))
    assert (found["state"], player.told) == ("TASK_STATE_FAILED", [])
    assert says in found["said"]


def test_an_assessment_can_be_left_alone_asked_about_and_cancelled_and_only_some_go_on_at_a_time(own_agent):
    with served(Scripted(['{"action_type": "wait"}']).app) as address:
        data = {"participants": {"agent": address}, "config": {"tasks": [TASK] * 200}}
        message = {"messageId": "1", "role": "ROLE_USER", "parts": [{"text": json.dumps(data)}]}
        begun = [
            rpc(own_agent, "SendMessage", message=message, configuration={"returnImmediately": True}) for _ in range(MAX_RUNNING)
        ]
        ids = [answer["result"]["task"]["id"] for answer in begun]
        assert rpc(own_agent, "SendMessage", message=message)["error"]["message"].startswith(f"{MAX_RUNNING} assessments")
        assert rpc(own_agent, "GetTask", id=ids[0])["result"]["status"]["state"] == "TASK_STATE_WORKING"
        assert {rpc(own_agent, "CancelTask", id=one)["result"]["status"]["state"] for one in ids} == {"TASK_STATE_CANCELED"}
        assert rpc(own_agent, "GetTask", id=ids[0])["result"]["status"]["state"] == "TASK_STATE_CANCELED"
        assert rpc(own_agent, "CancelTask", id=ids[0])["error"]["code"] == -32002


@pytest.mark.sweep
def test_an_assessment_whose_client_hangs_up_makes_room_for_others(own_agent):
    with served(Scripted(['{"action_type": "wait"}']).app) as address:
        asked = {"participants": {"agent": address}, "config": {"tasks": [TASK] * 200}}
        body = {"method": "SendMessage", "params": {"message": {"parts": [{"data": asked}]}}}
        for _ in range(MAX_RUNNING):
            with pytest.raises(httpx2.TimeoutException):
                httpx2.post(own_agent, json=body, timeout=0.5, trust_env=False, verify=False)
        body["params"] |= {"configuration": {"returnImmediately": True}}
        for _ in range(200):
            answer = httpx2.post(own_agent, json=body, timeout=30, trust_env=False, verify=False).json()
            if "result" in answer:
                break
            time.sleep(0.05)
        rpc(own_agent, "CancelTask", id=answer["result"]["task"]["id"])


def test_a_participant_is_not_told_whose_verdicts_to_ask_for(agent):
    player = Scripted(['{"action_type": "status", "goal_status": "complete"}'])
    with served(player.app) as address:
        asked = {"participants": {"agent": address}, "config": {"tasks": [TASK, TASK]}}
        task = rpc(agent, "SendMessage", message={"parts": [{"data": asked}]})["result"]["task"]
    assert len({message["contextId"] for message in player.told}) == 2
    assert not any(name in json.dumps(player.told) for name in (task["id"], task["contextId"]))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({}, "send"),
        ({"participants": {"agent": "file:///etc/passwd"}, "config": {"tasks": [TASK]}}, "participants"),
        ({"participants": {"agent": "http://me:secret@127.0.0.1:1/"}, "config": {"tasks": [TASK]}}, "participants"),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": [MISSPELT]}}, MISSPELT),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": ["a2a_fakes:TASK"]}}, "a2a_fakes"),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": ["hvac.*"]}}, "hvac"),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": [TASK], "place": "Atlantis"}}, "Atlantis"),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": [MUSIC], "ending": "refrain"}}, "act"),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": [TASK] * 201}}, "200"),
        ({"participants": {"agent": "http://127.0.0.1:1"}, "config": {"tasks": [TASK], "face": "voice"}}, "face"),
        ({"participants": {"judge": "http://127.0.0.1:1"}, "config": {"tasks": [TASK]}}, "agent"),
    ],
)
def test_what_cannot_be_assessed_says_what_can(agent, asked, says):
    error = rpc(agent, "SendMessage", message={"parts": [{"data": asked}]})["error"]
    assert error["code"] == -32602
    assert says in error["message"]


def test_no_module_is_imported_because_a_request_names_it(agent):
    rpc(
        agent,
        "SendMessage",
        message={"parts": [{"data": {"participants": {"agent": agent}, "config": {"tasks": ["antigravity"]}}}]},
    )
    assert "antigravity" not in sys.modules


def test_nobody_there_is_told(agent):
    found = verdicts(assessed("http://127.0.0.1:1", agent, tasks=[TASK]))
    assert found["state"] == "TASK_STATE_FAILED"
    assert "ConnectError" in found["said"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"{", -32700),
        (b"[" * 100_000, -32700),
        (b'{"id": "\\ud800", "params": {}}', -32700),
        (b"[]", -32600),
        (b'{"method": "SendMessage"}', -32600),
        (b'{"params": {}}', -32601),
    ],
)
def test_what_is_no_request_is_an_error_of_the_protocol(agent, body, code):
    sent = {"Content-Type": "application/json; charset=utf-8"}
    assert httpx2.post(agent, content=body, headers=sent, verify=False).json()["error"]["code"] == code
    assert rpc(agent, "GetTask", id="nothing")["error"]["code"] == -32001


@pytest.mark.parametrize("kind", [{}, {"Content-Type": "text/plain"}, {"Content-Type": "application/jsonp"}])
def test_what_is_not_sent_as_json_is_not_read_as_json(agent, kind):
    asked = {"jsonrpc": "2.0", "id": 1, "method": "GetTask", "params": {"id": "x"}}
    error = httpx2.post(agent, content=json.dumps(asked), headers=kind, verify=False).json()["error"]
    assert (error["code"], error["message"]) == (-32600, "send the request as application/json")


def test_the_card_says_where_it_is_spoken_to_and_other_pages_are_refused(agent):
    card = httpx2.get(agent + CARD, verify=False).json()
    assert card["supportedInterfaces"][0]["url"] == f"{agent}/"
    assert httpx2.post(agent, json={}, headers={"Origin": "http://evil.example"}, verify=False).status_code == 403


def test_others_are_answered_while_many_tasks_are_looked_at():
    asked = {
        "participants": {"agent": "http://127.0.0.1:1"},
        "config": {"tasks": [TASK, TWO_TURNS, TASK, MUSIC]},
    }
    begun, turns = _Assessment(read_request({"parts": [{"data": asked}]})), []

    async def count() -> None:
        while True:
            turns.append(1)
            await asyncio.sleep(0)

    async def look() -> None:
        counting = asyncio.create_task(count())
        assert [one.task for one in await begun.settings()] == asked["config"]["tasks"]
        counting.cancel()

    asyncio.run(look())
    assert len(turns) == 3


def test_an_identifier_that_is_no_number_and_no_text_is_not_said_again(agent):
    asked = {"jsonrpc": "2.0", "id": True, "method": "GetTask", "params": {"id": "x"}}
    assert httpx2.post(agent, json=asked, verify=False).json()["id"] is None
