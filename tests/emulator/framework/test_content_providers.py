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
    assert rows(car, f"{PHONES} --projection display_name:data1")[4] == "display_name=Mum, data1=+44 555 010 068"


def test_conditions_and_order(car):
    one = rows(car, *f"{CALLS} --projection name --sort".split(), "date DESC LIMIT 1")
    assert one == ["name=Amara Okafor"]
    assert len(rows(car, *f"{CALLS} --where".split(), "duration>100")) == 2
    assert rows(car, *f"{CALLS} --projection name --where".split(), "type=1 AND name='Mum'") == ["name=Mum"]
    assert rows(car, *f"{CALLS} --where".split(), "type=1 and name != 'Mum'") == []


@pytest.mark.parametrize(
    "where", ["1=1", "type=1 OR type=2", "type=1; DROP TABLE calls", "nothing=1", "type", "type=1 AND", "'" * 3000]
)
def test_conditions_that_are_not_understood(car, where):
    ran = car.run(*CALLS.split(), "--where", where)
    if where == "type=1 AND":
        return
    assert ran.status == 1
    assert "android.database.sqlite.SQLiteException" in ran.err


def test_a_call_is_added(car):
    bound = "--bind number:s:+44555010068 --bind type:i:3 --bind date:l:1744545600000 --bind duration:i:0"
    car.out(f"content insert --user 10 --uri content://call_log/calls {bound}")
    last = car.world.conversation.call_records[-1]
    assert (last.contact, last.timestamp, last.incoming, last.missed) == ("Mum", "2025-04-13 12:00:00", True, True)


@pytest.mark.parametrize("date", ["9999999999000", "-1000", "1e400", "x" * 3_000])
def test_a_row_with_a_date_that_the_car_cannot_show_is_refused(car, date):
    before = car.world.snapshot()
    ran = car.run("content", "insert", "--user", "10", "--uri", "content://sms", "--bind", f"date:l:{date}")
    assert ran.status == 1
    assert "java.lang.IllegalArgumentException" in ran.err
    assert car.world.snapshot() == before


def test_messages_are_added_read_and_deleted(car):
    car.out(
        "content", "insert", "--user", "10", "--uri", "content://sms", "--bind", "address:s:+123", "--bind", "body:s:See: you"
    )
    last = car.world.conversation.messages[-1]
    assert (last.contact, last.content, last.incoming, last.read) == ("+123", "See: you", True, False)
    car.out("content update --uri content://sms --user 10 --bind read:i:1")
    assert all(message.read for message in car.world.conversation.messages)
    car.out("content delete --uri content://sms --user 10 --where address='+123'")
    assert all(message.contact != "+123" for message in car.world.conversation.messages)


def test_the_phone_book_is_read_only(car):
    before = car.world.snapshot()
    line = "content insert --user 10 --uri content://com.android.contacts/data --bind raw_contact_id:i:8 --bind data1:s:Ada"
    assert "UnsupportedOperationException" in car.run(line).err
    assert car.world.snapshot() == before


def test_the_call_log_is_emptied(car):
    before = car.world.snapshot()
    car.out("content delete --uri content://call_log/calls")  # of user 0, whose table is empty
    assert car.world.snapshot() == before
    car.out("content delete --user 10 --uri content://call_log/calls")
    assert car.world.conversation.call_records == ()


@pytest.mark.parametrize("date", ["1e9", "-99999999999999", "99999999999999999999", "-62135596800001", "x"])
@pytest.mark.parametrize("uri", ["sms", "call_log/calls"])
def test_a_time_that_is_none_is_refused_in_a_sentence(car, uri, date):
    before = car.world.snapshot()
    ran = car.run("content", "insert", "--user", "10", "--uri", f"content://{uri}", "--bind", f"date:l:{date}")
    assert ran.status == 1
    assert "java.lang.IllegalArgumentException: " in ran.err
    assert car.world.snapshot() == before


def test_settings_are_a_provider(car):
    assert rows(car, "content query --uri content://settings/system/screen_brightness --user 10 --projection name:value") == [
        "name=screen_brightness, value=127"
    ]
    assert rows(car, "content query --uri content://settings/secure/android_id --projection name") == ["name=android_id"]
    before = car.device.settings.save()
    for verb in ("insert --bind name:s:mine --bind value:s:1", "update --bind value:s:1", "delete"):
        assert "UnsupportedOperationException" in car.run(f"content {verb} --uri content://settings/secure").err
    assert car.device.settings.save() == before


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("content query --uri content://nothing/here", "Could not find provider: nothing"),
        ("content query --uri content://call_log/nothing", "Unknown URI content://call_log/nothing"),
        ("content query --uri content://call_log/calls --user 10 --projection nothing", "Invalid column nothing"),
        ("content query", "URI not specified"),
        ("content grow --uri content://sms", "Unsupported operation: grow"),
        ("content query --uri", "No value for: --uri"),
        ("content insert --uri content://sms --bind body", "Binding not well formed: body"),
        ("content insert --uri content://sms --bind body:s:x", "user 0 has no phone"),
        ("content insert --uri content://sms --user 10 --bind body:s:x --bind date:l:soon", "bad date soon"),
        ("content read --uri content://settings/system", "No files supported by provider"),
        ("content update --uri content://call_log/calls --user 10 --bind type:i:1", "UnsupportedOperationException"),
    ],
)
def test_wrong_use(car, line, says):
    before = car.world.snapshot()
    ran = car.run(line)
    assert ran.status == 1
    assert says in ran.err
    assert car.world.snapshot() == before


def test_a_text_that_is_too_long_is_refused(car):
    ran = car.run("content", "insert", "--user", "10", "--uri", "content://sms", "--bind", f"body:s:{'x' * 100_000}")
    assert ran.status == 1
    assert "IllegalArgumentException" in ran.err
