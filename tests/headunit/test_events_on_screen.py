"""What happens to the driver, as the display shows it: on top, and in the notification centre."""

from __future__ import annotations

import pytest
from cases import cases
from headunit_touch import drives, find, named, tap

from automotive_env.car.core.world import World
from automotive_env.car.owner.events import EVENTS, happen
from automotive_env.headunit.head_unit import HeadUnit
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.headunit.kit.rendering.theme import TOP_BAR
from automotive_env.headunit.registry import apps


def texts(unit: HeadUnit, name: str) -> list[str]:
    return [e.text for e in named(unit, name)]


NO_ALERTS = (
    "incoming call",
    "message",
    "phone disconnected",
    "traffic ahead",
    "notice of an app",
    "stops on the way",
    "radio station",
    "another driver",
    "time passes",
)


@pytest.mark.parametrize("event", [name for name in EVENTS if name not in NO_ALERTS])
def test_alerts_stand_on_top_and_can_be_dismissed(head_unit: HeadUnit, world: World, event: str) -> None:
    world.set("system.do_not_disturb", True)
    happen(world, event)
    (title,) = named(head_unit, "notification_body_title")
    assert title.window == "HeadsUpNotification"
    assert title.text == world.system.notifications[0].title
    tap(head_unit, "alert_dismiss")
    assert not named(head_unit, "notification_body_title")
    assert len(world.system.notifications) == 1


def test_details_of_an_alert_are_in_the_notification_centre_and_nothing_covers_them(head_unit: HeadUnit, world: World) -> None:
    world.set("energy.powertrain", "combustion")
    happen(world, "low fuel")
    tap(head_unit, "alert_details")
    assert world.system.notification_center_open
    assert texts(head_unit, "notification_body_title") == ["Low fuel"]
    assert world.system.notifications[0].read
    assert not named(head_unit, "alert_dismiss")
    assert not world.system.alert_shown


@pytest.mark.parametrize(
    ("event", "app"),
    [
        ("low tyre pressure", "care"),
        ("low fuel", "energy"),
        ("lane departure", "lights"),
        ("speed above the limit", "lights"),
        ("ice warning", "energy"),
        ("fogged windows", "climate"),
        ("door ajar", "vehicle"),
    ],
)
def test_an_alert_in_the_notification_centre_leads_to_what_it_is_about(
    head_unit: HeadUnit, world: World, event: str, app: str
) -> None:
    happen(world, event)
    tap(head_unit, "alert_details")
    tap(head_unit, "notification_body_title")
    tap(head_unit, "notification_open_button")
    assert world.system.foreground_app == app
    assert not world.system.notification_center_open


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@cases("app", apps())
def test_no_banner_covers_anything_of_an_app(app: str, size: tuple[int, int]) -> None:
    unit = HeadUnit(World(), size)
    assert unit.open_app(app)
    if app in ("home", "phone", "messages"):  # which show the call or the message themselves
        events: tuple[str, ...] = ("ice warning",)
    else:
        events = ("message", "incoming call", "ice warning")
    for event in events:
        before = [e for e in unit.elements() if e.box.top >= TOP_BAR and e.window != "BottomCarSystemBar"]
        happen(unit.world, event)
        banner = [e for e in unit.elements() if e.window == "HeadsUpNotification"]
        assert banner
        kept = {(e.name, e.window, e.box) for e in unit.elements()}
        assert {(e.name, e.window, e.box) for e in before} <= kept


@pytest.mark.parametrize(("event", "names"), [("ice warning", "outside_temperature"), ("low fuel", "fuel_gauge")])
def test_a_banner_does_not_cover_what_it_announces(head_unit: HeadUnit, world: World, event: str, names: str) -> None:
    happen(world, event)
    assert named(head_unit, names)
    assert named(head_unit, "clock")


def test_a_message_waits_in_the_notification_centre_while_an_alert_is_shown(head_unit: HeadUnit, world: World) -> None:
    happen(world, "seat belt")
    happen(world, "message")
    assert not named(head_unit, "headsup_message")
    tap(head_unit, "alert_dismiss")
    assert named(head_unit, "headsup_message")


def test_a_message_is_shown_for_ten_seconds(head_unit: HeadUnit, world: World) -> None:
    happen(world, "message", contact="Mum", content="Call me.")
    (element,) = named(head_unit, "headsup_message")
    assert (element.text, element.description, element.window) == ("Call me.", "Message from Mum", "HeadsUpNotification")
    world.environment.advance(9)
    assert named(head_unit, "headsup_message")
    world.environment.advance(1)
    assert not named(head_unit, "headsup_message")


def test_a_message_can_be_dismissed_and_stays_unread(head_unit: HeadUnit, world: World) -> None:
    happen(world, "message")
    tap(head_unit, "headsup_dismiss")
    assert not named(head_unit, "headsup_message")
    assert not world.system.notifications[0].read
    assert not world.conversation.messages[-1].read


def test_reply_opens_the_thread_and_reads_it(head_unit: HeadUnit, world: World) -> None:
    happen(world, "message", contact="Sofia Marino", content="Here!")
    tap(head_unit, "headsup_reply")
    assert texts(head_unit, "thread_title") == ["Sofia Marino"]
    assert "Here!" in texts(head_unit, "message_text")
    assert world.conversation.messages[-1].read
    assert not named(head_unit, "headsup_message")


def test_a_message_is_not_read_to_who_drives(head_unit: HeadUnit, world: World) -> None:
    drives(world)
    happen(world, "message", content="A long story.")
    assert texts(head_unit, "headsup_message") == ["New message"]
    tap(head_unit, "notifications")
    assert "A long story." not in " ".join(e.label + e.description for e in head_unit.elements())


def test_a_silent_message_is_only_in_the_notification_centre(head_unit: HeadUnit, world: World) -> None:
    world.set("system.do_not_disturb", True)
    happen(world, "message", contact="Mum")
    assert not named(head_unit, "headsup_message")
    tap(head_unit, "notifications")
    assert texts(head_unit, "notification_body_title") == ["Mum"]


class TestNotificationCentre:
    @pytest.fixture(autouse=True)
    def _open(self, head_unit: HeadUnit, world: World) -> None:
        happen(world, "message", contact="Mum", content="Call me.")
        world.environment.advance(120)
        happen(world, "phone disconnected")
        tap(head_unit, "notifications")

    def test_entries_say_when_newest_first(self, head_unit: HeadUnit) -> None:
        shown = [(e.text, e.description) for e in named(head_unit, "notification_body_title")]
        assert shown == [
            ("Phone disconnected", "Unread · Calls and messages stay on the phone. · 12:02"),
            ("Mum", "Unread · Call me. · 12:00"),
        ]

    def test_what_was_opened_is_read_and_the_bell_counts_the_rest(self, head_unit: HeadUnit, world: World) -> None:
        assert named(head_unit, "notifications")[0].description == "Notifications, 2 unread"
        head_unit.tap(*named(head_unit, "notification_body_title")[1].box.center)
        assert texts(head_unit, "notification_title") == ["Mum"]
        assert [entry.read for entry in world.system.notifications] == [False, True]
        assert named(head_unit, "notifications")[0].description == "Notifications, 1 unread"
        assert head_unit.back() == ""
        assert len(named(head_unit, "notification_body_title")) == 2

    def test_one_is_dismissed_and_brought_back(self, head_unit: HeadUnit, world: World) -> None:
        before = world.system.notifications
        buttons = named(head_unit, "dismiss_button")
        assert [b.description for b in buttons] == ["Dismiss Phone disconnected", "Dismiss Mum"]
        head_unit.tap(*buttons[1].box.center)
        assert texts(head_unit, "notification_body_title") == ["Phone disconnected"]
        tap(head_unit, "undo_clear_button")
        assert world.system.notifications == before

    def test_all_are_cleared_and_brought_back_until_the_centre_is_closed(self, head_unit: HeadUnit, world: World) -> None:
        before = world.system.notifications
        tap(head_unit, "clear_all_button")
        assert texts(head_unit, "empty_notification_text") == ["No notifications"]
        assert world.system.notifications == ()
        tap(head_unit, "undo_clear_button")
        assert world.system.notifications == before
        tap(head_unit, "clear_all_button")
        head_unit.back()
        tap(head_unit, "notifications")
        assert not named(head_unit, "undo_clear_button")

    def test_a_message_leads_to_its_thread(self, head_unit: HeadUnit, world: World) -> None:
        head_unit.tap(*named(head_unit, "notification_body_title")[1].box.center)
        tap(head_unit, "notification_open_button")
        assert texts(head_unit, "thread_title") == ["Mum"]
        assert not world.system.notification_center_open

    def test_a_driver_answers_a_message_without_reading_it(self, head_unit: HeadUnit, world: World) -> None:
        drives(world)
        head_unit.tap(*named(head_unit, "notification_body_title")[1].box.center)
        assert texts(head_unit, "notification_text") == ["New message"]
        reply = next(e for e in named(head_unit, "quick_reply") if e.text == "I am driving.")
        assert head_unit.tap(*reply.box.center) == ""
        last = world.conversation.messages[-1]
        assert (last.contact, last.content, last.incoming) == ("Mum", "I am driving.", False)
        assert len(named(head_unit, "notification_body_title")) == 2

    def test_what_matters_comes_first_and_much_of_one_app_is_folded(self, head_unit: HeadUnit, world: World) -> None:
        for _ in range(3):
            happen(world, "notice of an app", app="shop")
        happen(world, "notice of an app", app="calendar")
        assert texts(head_unit, "notification_body_title") == ["Dentist tomorrow", "Phone disconnected", "Mum"]
        (group,) = named(head_unit, "notification_group") or (
            [head_unit.scroll("down")] and named(head_unit, "notification_group")
        )
        assert (group.text, group.description.split(",")[0]) == ("Offers", "3 notifications")
        head_unit.tap(*group.box.center)
        head_unit.scroll("down")
        assert texts(head_unit, "notification_body_title").count("Weekend sale on floor mats") == 3

    def test_clearing_a_folded_app_clears_all_it_said(self, head_unit: HeadUnit, world: World) -> None:
        for _ in range(3):
            happen(world, "notice of an app", app="shop")
        head_unit.scroll("down")
        button = next(e for e in named(head_unit, "dismiss_button") if e.description == "Dismiss Offers")
        head_unit.tap(*button.box.center)
        assert [entry.kind for entry in world.system.notifications] == ["system", "message"]


def test_notifications_stand_in_the_order_of_time_whichever_app_they_are_of(head_unit: HeadUnit, world: World) -> None:
    world.set("system.notifications", ())
    for app in ("shop", "news", "shop", "podcast"):
        happen(world, "notice of an app", app=app)
        happen(world, "time passes", seconds=60)
    tap(head_unit, "notifications")
    times = [e.description.split(" · ")[-1] for e in named(head_unit, "notification_body_title")]
    said = [entry.kind for entry in world.system.notifications]
    assert said == ["podcast", "shop", "news", "shop"]
    assert len(times) == 4
    assert times == sorted(times, reverse=True)


@pytest.mark.parametrize(
    ("text", "shown"), [("Small Orbits: Listening to ice", "episode_item"), ("Gone: A last one", "podcast_item")]
)
def test_a_notice_of_a_podcast_leads_to_it(head_unit: HeadUnit, world: World, text: str, shown: str) -> None:
    happen(world, "notice of an app", app="podcast", text=text)
    tap(head_unit, "notifications")
    tap(head_unit, "notification_body_title")
    tap(head_unit, "notification_open_button")
    assert named(head_unit, shown)


def test_an_app_that_is_silenced_does_not_notify(head_unit: HeadUnit, world: World) -> None:
    head_unit.open_app("settings")
    tap(head_unit, "section_notifications")
    for _ in range(8):
        rows = [e for e in named(head_unit, "app_notifications") if e.text == "Offers"]
        if rows:
            break
        head_unit.scroll("down", named(head_unit, "sender_list")[0].box.center)
    assert rows[0].checked
    head_unit.tap(*rows[0].box.center)
    assert [one.name for one in world.system.silenced] == ["Offers"]
    happen(world, "notice of an app", app="shop")
    happen(world, "notice of an app", app="parking")
    happen(world, "low fuel")
    assert [entry.kind for entry in world.system.notifications] == ["low fuel", "parking"]


def test_no_banner_lies_over_the_notifications_that_list_it(head_unit: HeadUnit, world: World) -> None:
    happen(world, "ice warning")
    tap(head_unit, "notifications")
    names = {element.name for element in head_unit.elements()}
    assert "notifications_list" in names or "notification_body_title" in names
    assert "alert_dismiss" not in names
    tap(head_unit, "notifications")
    assert find(head_unit, "alert_dismiss")
