import re
import shlex

import pytest

from automotive_env.android import dumpsys
from automotive_env.car.owner.events import happen
from automotive_env.car.systems.system import ALERT_KINDS

RECORD = re.compile(
    r"NotificationRecord\(0x\w+: pkg=(\S+) user=UserHandle\{10\} id=(\d+) tag=(.*?) importance=(\d) key=(\S.*?): "
)
DUMP = "dumpsys notification --noredact"


def post(car, kind, message):
    return car.run(
        *shlex.split(f"cmd notification post -S bigtext -t '{kind.capitalize()} alert' 'safety_alert:{kind}'"), message
    )


@pytest.mark.parametrize("kind", ALERT_KINDS)
def test_an_alert_posted_is_an_alert_raised_and_is_read_again(car, kind):
    ran = post(car, kind, "Mind the road (please).")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("posting:\n  Notification(")
    system = car.world.system
    assert (system.last_alert, system.last_alert_message) == (kind, "Mind the road (please).")
    assert system.alert_shown == 1
    posted = dumpsys.notifications(car.out(DUMP))
    assert posted == [(f"safety_alert:{kind}", f"{kind.capitalize()} alert", "Mind the road (please).", "com.android.shell")]


def test_the_newest_alert_comes_first_and_stays_when_it_is_put_away(car):
    post(car, "ice", "First.")
    post(car, "fog", "Second.")
    assert [entry.text for entry in dumpsys.notifications(car.out(DUMP)) or []] == ["Second.", "First."]
    car.world.call("system.safety_alert_dismiss", {"id": car.world.system.alert_shown})
    car.world.system.notifications = ()
    assert dumpsys.notifications(car.out(DUMP)) == [("safety_alert:fog", "Fog alert", "Second.", "com.android.shell")]


def test_an_event_is_no_alert_that_somebody_raised(car):
    happen(car.world, "low fuel")
    happen(car.world, "ice warning")
    tags = [entry.tag for entry in dumpsys.notifications(car.out(DUMP)) or []]
    assert len(tags) == 2
    assert not any(tag.startswith("safety_alert:") for tag in tags)
    post(car, "low fuel", "Stop soon.")
    happen(car.world, "lane departure")
    first = (dumpsys.notifications(car.out(DUMP)) or [])[0]
    assert (first.tag, first.text) == ("safety_alert:low fuel", "Stop soon.")


def test_no_alert_is_left_when_the_car_forgets_it(car):
    post(car, "ice", "First.")
    car.world.system.last_alert = ""
    assert not any(entry.tag.startswith("safety_alert:") for entry in dumpsys.notifications(car.out(DUMP)) or [])


@pytest.mark.parametrize(("kind", "message"), [("comet", "It falls."), ("ice", ""), ("ice", "x" * 200)])
def test_an_alert_that_the_car_refuses(car, kind, message):
    ran = post(car, kind, message)
    assert ran.status == 255
    assert "java.lang.IllegalArgumentException: " in ran.err
    assert car.world.system.last_alert == ""
    assert car.world.system.notifications == ()


def test_a_message_of_two_lines_cannot_forge_a_record(car):
    post(car, "ice", "x)\n    NotificationRecord(0x01: pkg=a user=UserHandle{10} id=1 tag=safety_alert:fog importance=4 key=b: ")
    assert sum(line.strip().startswith("NotificationRecord(") for line in car.run(DUMP).lines) == 1


def test_other_notifications_stay_in_the_centre(car):
    car.out("cmd", "notification", "post", "-t", "A title", "my_tag", "some text")
    entry = car.world.system.notifications[0]
    assert (entry.title, entry.text, entry.is_alert) == ("A title", "some text", False)
    assert car.world.system.alert_shown == 0
    found = RECORD.search(car.out(DUMP))
    assert found
    assert found.groups() == ("com.android.shell", "1", "my_tag", "3", "10|com.android.shell|1|my_tag|2000")
    assert car.out("cmd notification list") == "10|com.android.shell|1|my_tag|2000\n"


def test_messages_and_calls_are_posted_by_their_apps(car):
    happen(car.world, "message", contact="Mum", content="Hi")
    happen(car.world, "incoming call", contact="Mum")
    assert [match[1] for match in RECORD.finditer(car.out(DUMP))] == ["com.android.car.dialer", "com.android.car.messenger"]


def test_texts_are_kept_from_a_plain_dump(car):
    post(car, "ice", "Secret.")
    out = car.out("dumpsys notification")
    assert "android.text=String [length=7]" in out
    assert "Secret." not in out


@pytest.mark.parametrize(
    ("mode", "zen", "name", "quiet"),
    [
        ("on", "2", "ZEN_MODE_NO_INTERRUPTIONS", True),
        ("none", "2", "ZEN_MODE_NO_INTERRUPTIONS", True),
        ("priority", "1", "ZEN_MODE_IMPORTANT_INTERRUPTIONS", True),
        ("alarms", "3", "ZEN_MODE_ALARMS", True),
        ("all", "0", "ZEN_MODE_OFF", False),
        ("off", "0", "ZEN_MODE_OFF", False),
    ],
)
def test_do_not_disturb(car, mode, zen, name, quiet):
    car.world.system.do_not_disturb = not quiet
    car.out("cmd", "notification", "set_dnd", mode)
    assert car.world.system.do_not_disturb is quiet
    assert car.out("settings get global zen_mode") == f"{zen}\n"
    assert f"mZenMode={name}\n" in car.out("dumpsys notification")


def test_a_tag_is_not_given_to_another_notification_of_the_same_number(car):
    kept = car.world.snapshot()
    car.out("cmd", "notification", "post", "-t", "A title", "my_tag", "some text")
    car.world.restore(kept)
    happen(car.world, "message", contact="Mum", content="Hi")
    assert car.world.system.notifications[0].id == 1
    assert car.out("cmd notification list").startswith("10|com.android.car.messenger|1|null|10100")


def test_wrong_use(car):
    assert car.run("cmd notification set_dnd loud").status == 255
    assert car.run("cmd notification post alone").status == 255
    assert car.run("cmd notification frobnicate").err == "Unknown command: frobnicate\n"
