import re

import pytest

CALLS = "content query --uri content://call_log/calls --user 10"
SMS = "content query --uri content://sms --user 10"
PHONES = "content query --uri content://com.android.contacts/data/phones --user 10"
ROW = re.compile(r"Row: (\d+) (.*)")


def rows(car, *argv):
    out = car.out(*argv)
    if out == "No result found.\n":
        return []
    found = [ROW.fullmatch(line) for line in out.splitlines()]
    assert [int(match[1]) for match in found] == list(range(len(found)))
    return [match[2] for match in found]


@pytest.mark.parametrize("uri", ["call_log/calls", "sms", "com.android.contacts/data/phones", "com.android.contacts/contacts"])
def test_user_0_has_no_phone(car, uri):
    assert car.out(f"content query --uri content://{uri}") == "No result found.\n"
    assert rows(car, f"content query --uri content://{uri} --user 10")


def test_the_call_log(car):
    found = rows(car, f"{CALLS} --projection number:type:date:duration")
    assert found[0] == "number=+49555010086, type=2, date=1744388400000, duration=184"
    assert found[-1] == "number=+234555010021, type=3, date=1744541700000, duration=0"


def test_messages_newest_first(car):
    found = rows(car, f"{SMS} --projection address:read:type:body")
    assert found[0] == "address=+46555010047, read=0, type=1, body=Could you pick me up at the north exit?"
    assert len(found) == len(car.world.conversation.messages)
    assert len(rows(car, "content query --uri content://sms/sent --user 10")) == 1


def test_contacts(car):
    mum = [row for row in rows(car, f"{PHONES} --projection display_name:data1:data2") if "Mum" in row]
    assert mum[0] == "display_name=Mum, data1=+44 555 010 068, data2=2"
    assert len(mum) > 1


def test_conditions(car):
    assert rows(car, *f"{CALLS} --projection name --where".split(), "name = 'Mum'") == ["name=Mum"]
    assert len(rows(car, *f"{SMS} --where".split(), "type=2")) == 1
    assert rows(car, *f"{CALLS} --where".split(), "duration=-1") == []


@pytest.mark.parametrize(
    "where",
    ["1=1", "type=1 OR type=2", "type=1 AND type=2", "type=1; DROP TABLE calls", "nothing=1", "type", "type>1", "'" * 3000],
)
def test_conditions_that_are_not_understood(car, where):
    ran = car.run(*CALLS.split(), "--where", where)
    assert ran.status == 1
    assert "android.database.sqlite.SQLiteException" in ran.err


@pytest.mark.parametrize("verb", ["insert", "update", "delete", "read", "grow"])
@pytest.mark.parametrize("uri", ["sms", "call_log/calls", "settings/secure", "com.android.contacts/contacts"])
def test_tables_are_read_only(car, verb, uri):
    before, settings = car.world.snapshot(), car.device.settings.save()
    ran = car.run("content", verb, "--user", "10", "--uri", f"content://{uri}", "--bind", "body:s:x")
    assert ran.status == 1
    assert f"[ERROR] Unsupported operation: {verb}: this device knows query alone\n" in ran.err
    assert (car.world.snapshot(), car.device.settings.save()) == (before, settings)


def test_settings_are_a_provider(car):
    assert rows(car, "content query --uri content://settings/system/screen_brightness --user 10 --projection name:value") == [
        "name=screen_brightness, value=127"
    ]
    assert rows(car, "content query --uri content://settings/secure/android_id --projection name") == ["name=android_id"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("content query --uri content://nothing/here", "Could not find provider: nothing"),
        ("content query --uri content://call_log/nothing", "Unknown URI content://call_log/nothing"),
        ("content query --uri content://call_log/calls --user 10 --projection nothing", "Invalid column nothing"),
        ("content query", "URI not specified"),
        ("content query --uri", "No value for: --uri"),
        ("content query --uri content://sms --sort date", "Unsupported argument: --sort"),
        ("content", "Unsupported operation: "),
    ],
)
def test_wrong_use(car, line, says):
    before = car.world.snapshot()
    ran = car.run(line)
    assert ran.status == 1
    assert says in ran.err
    assert car.world.snapshot() == before
