"""Grounding: that items are fair, that a point is judged as a finger would be, and that records are judged again."""

from collections import Counter
from dataclasses import replace
from functools import cache, partial

import anyio
import pytest
from contracts.native_contract import OracleModel
from contracts.native_writers import WRITERS

from automotive_env.agents.agent import Decision
from automotive_env.agents.native.settings import NativeSettings
from automotive_env.agents.noop import NoopAgent
from automotive_env.agents.options import AS_DESIGNED
from automotive_env.agents.registry import find_agent
from automotive_env.episode.action import Click, InputText, Scroll, Status, Swipe
from automotive_env.errors import Contradiction, UsageError
from automotive_env.headunit.gallery import GalleryLook, entries, file_name
from automotive_env.headunit.hit_testing import touched_at
from automotive_env.headunit.kit.display_size import SIZES
from automotive_env.runs.redrawing import redraw
from automotive_env.suites.grounding.asked_screen import asked_screens, bring_screen, looks, looks_of
from automotive_env.suites.grounding.item import effect, items_on
from automotive_env.suites.grounding.play import play
from automotive_env.suites.grounding.players import PointingOracle
from automotive_env.suites.grounding.pointing import judged
from automotive_env.suites.grounding.rescoring import item_of, rescore
from automotive_env.suites.grounding.suite import GroundingSuite, grounding_items
from automotive_env.suites.grounding.wishes import NAMED
from automotive_env.suites.selection import Selection
from automotive_env.suites.splits import SPLITS

DAY = GalleryLook("day")


@cache
def on(screen: str, look: GalleryLook = DAY):
    return {item.control: item for item in items_on(asked_screens()[screen], look)}


def episode(item, agent, **more):
    return anyio.run(partial(play, item, agent, **more))


class Answering(NoopAgent):
    """Answers with one action."""

    def __init__(self, action):
        self._action = action

    async def act(self, observation):
        return Decision(self._action, error="" if self._action else "nothing was read")


@pytest.mark.sweep
def test_every_screen_and_every_look_is_asked_about():
    items = grounding_items(1, 0)
    assert len(items) > 1_000
    asked = {item.screen.name for item in items}
    without = {entry.screen for entry in entries() if file_name(entry) not in asked}
    assert without == {"toast"}  # which nobody touches
    assert {item.look.language for item in items} == {look.language for look in looks().values()}
    assert {item.look.size for item in items} == set(SIZES)
    assert {item.split for item in items} == set(SPLITS)
    assert {item.kind for item in items} == {"text", "icon"}


def test_a_control_is_in_one_split_only():
    found: dict[str, set[str]] = {}
    for item in grounding_items(1, 0):
        found.setdefault(item.control, set()).add(item.split)
    assert [control for control, splits in found.items() if len(splits) > 1] == []


def test_items_differ_and_follow_from_the_seed_alone():
    items = grounding_items(1, 0)
    by_id = {item.instance.id: item for item in items}
    assert len(by_id) == len(items)
    some = list(asked_screens().values())[::8]
    again = [item for screen in some for item in items_on(screen, looks_of(screen, 0)[0])]
    assert len(again) > 50
    assert [by_id[item.instance.id] for item in again] == again
    screen = asked_screens()["lights-lights"]
    assert looks_of(screen, 1) != looks_of(screen, 0)


def test_more_instances_show_a_screen_in_more_looks():
    screen = asked_screens()["lights-lights"]
    assert len(set(looks_of(screen, 0))) == len(looks()) == 2 * 7 * len(SIZES)


@pytest.mark.parametrize("number", range(0, 150, 30))
def test_a_wish_means_one_control_which_a_touch_of_its_middle_reaches(number):
    for screen in list(asked_screens().values())[number : number + 30 : 5]:
        look = looks_of(screen, 0)[0]
        items = items_on(screen, look)
        assert max(Counter(item.wish.casefold() for item in items).values(), default=1) == 1
        car = bring_screen(screen, look)
        for item in items:
            layer, position = touched_at(car.head_unit.layers, *item.box.center)
            assert layer.widget(position).id.endswith(item.control)
            assert judged(car, item.box, Click(x=item.box.center[0], y=item.box.center[1])).hit
            assert item.box.lies_in(type(item.box)(0, 0, *look.size))


def test_wishes_say_what_a_control_does_or_what_is_written_on_it():
    defroster = on("climate-climate")["rear_defroster_button"]
    assert (defroster.wording, defroster.wish) in {("function", "Turn on the rear defroster."), ("name", "Tap “Rear defrost”.")}
    assert on("maps-maps")["zoom_in"].wish == "Zoom in on the map."
    german = on("lights-lights", GalleryLook("night", "German"))
    named = [item.wish for item in german.values() if item.wording == "name"]
    assert named
    assert all(wish.startswith("Tippe auf „") for wish in named)


def test_the_size_of_a_target_is_told_in_millimetres():
    item = on("maps-maps")["zoom_in"]
    assert item.millimetres == tuple(round(side * 25.4 / 160, 1) for side in (item.box.width, item.box.height))
    assert item.to_row()["millimetres"] == list(item.millimetres)


def test_a_point_next_to_the_target_misses_and_its_distance_is_told():
    item = on("maps-maps")["zoom_in"]
    played = episode(item, Answering(Click(x=item.box.left - 17, y=item.box.center[1])))
    assert not played.record.success
    assert played.record.scores == {"pointed": 1.0, "distance_mm": round(17 * 25.4 / 160, 2)}


def test_what_does_the_same_is_right_too():
    item = on("top_bar.home-home")["bluetooth_panel_button"]
    car = bring_screen(item.screen, item.look)
    boxes = {one.name: one.box for one in car.head_unit.elements()}
    x, y = boxes["display_panel_button"].center
    assert not judged(car, item.box, Click(x=x, y=y)).hit
    x, y = boxes["maps_card"].center
    maps = on("bottom_bar.home-home")["map_nav"]
    assert judged(bring_screen(maps.screen, maps.look), maps.box, Click(x=x, y=y)).hit


def test_where_a_touch_changes_nothing_only_the_target_is_right():
    headrest, backrest = (on("seats-seats")[f"seat_{name}"] for name in ("headrest", "backrest"))
    car = bring_screen(headrest.screen, headrest.look)
    assert judged(car, headrest.box, Click(x=headrest.box.center[0], y=headrest.box.center[1])).hit
    assert not judged(car, headrest.box, Click(x=backrest.box.center[0], y=backrest.box.center[1])).hit


@pytest.mark.parametrize("screen", ["settings-update-time", "settings-clear-notifications"])
def test_answers_of_a_question_differ_in_what_they_do(screen):
    items = on(screen)
    car = bring_screen(asked_screens()[screen], DAY)
    does = [effect(car.head_unit, *item.box.center) for item in items.values()]
    assert len(items) > 1
    assert all(does.count(one) == 1 for one in does)


def test_no_other_control_is_right_where_the_touch_is_refused():
    station = on("radio-radio")["add_presets_button"]
    car = bring_screen(station.screen, station.look)
    assert effect(car.head_unit, *station.box.center)[0] == "no station is on; play one first"
    others = [one.box.center for one in car.head_unit.elements() if one.clickable and one.name != station.control]
    assert not any(judged(car, station.box, Click(x=x, y=y)).hit for x, y in others)


@pytest.mark.parametrize(("language", "every"), [("French", 3), *((language, 1) for language in ("English", "French", "Arabic"))])
@pytest.mark.at_once(1)
def test_what_is_quoted_is_on_the_display(language, every):
    look = GalleryLook("day", language)
    for screen in list(asked_screens().values())[::every]:
        car, items = bring_screen(screen, look), items_on(screen, look)
        shown = {one.text for one in car.head_unit.elements()}
        assert all(item.wording == "name" for item in items if item.wish.startswith("Tap “"))
        for item in items:
            if item.wording == "name":
                before, after = NAMED[language].split("{}")
                assert item.wish.removeprefix(before).removesuffix(after) in shown


def test_an_electric_car_has_a_charging_flap():
    wishes = [item.wish for screen in asked_screens().values() for item in items_on(screen, DAY)]
    assert {"charging flap" in wish.lower() for wish in wishes if "flap" in wish} == {True}


def test_an_element_by_its_index_is_its_middle():
    item = on("maps-maps")["zoom_in"]
    elements = bring_screen(item.screen, item.look).head_unit.elements()
    index = next(element.index for element in elements if element.name == "zoom_in")
    assert episode(item, Answering(Click(index=index))).record.success
    assert not episode(item, Answering(Click(index=len(elements)))).record.success
    assert episode(item, Answering(InputText(index=index, text="x"))).record.success
    assert episode(item, Answering(Swipe(direction="up", index=index))).record.success


@pytest.mark.parametrize(
    "action", [None, Status(goal_status="complete"), Scroll(direction="down"), Scroll(direction="down", index=0)]
)
def test_an_answer_without_a_point_is_a_miss_without_a_distance(action):
    played = episode(on("maps-maps")["zoom_in"], Answering(action))
    assert (played.record.outcome, played.record.scores) == ("fail", {"pointed": 0.0})


def test_an_agent_that_is_unknown_is_unknown_to_this_suite():
    with pytest.raises(UsageError, match=r"^no agent 'fc' plays the suite grounding"):
        GroundingSuite().player("fc")


def test_the_oracle_hits_only_where_it_is_shown_the_target():
    item = on("maps-maps")["zoom_in"]
    assert episode(item, PointingOracle(), privileged=True).record.success
    assert not episode(item, PointingOracle()).record.success


@pytest.mark.parametrize("family", ["qwen_vl", "ui_tars", "tools"])
@pytest.mark.parametrize("size", SIZES)
def test_a_native_agent_hits_with_the_point_of_its_family(family, size):
    item = on("climate-climate", GalleryLook("night", size=size))["rear_defroster_button"]
    declared, write = WRITERS[family]
    oracle = PointingOracle()
    oracle.show(item.box)
    model = OracleModel(oracle, write, NativeSettings.of(declared, AS_DESIGNED))
    model.seen = bring_screen(item.screen, item.look).observe()
    played = episode(item, find_agent(family).make(model))
    assert (played.record.outcome, played.record.error) == ("pass", "")
    assert rescore(played.record, played.steps) == played.record


def test_an_agent_that_raises_is_to_blame():
    class Broken(NoopAgent):
        async def act(self, observation):
            raise ValueError("no idea")

    record = episode(on("maps-maps")["zoom_in"], Broken()).record
    assert (record.outcome, record.error) == ("agent_error", "ValueError: no idea")
    assert rescore(record, []).outcome == "agent_error"


def test_a_record_is_judged_again_from_its_step_and_refused_where_it_is_edited():
    item = on("maps-maps")["zoom_in"]
    right = Click(x=item.box.center[0], y=item.box.center[1])
    for action in (right, Click(x=1, y=1), None):
        played = episode(item, Answering(action))
        assert rescore(played.record, played.steps) == played.record
    forged = played.record.model_copy(update={"outcome": "pass", "success": True})
    assert rescore(forged, played.steps) != forged
    for edited in (
        {"goal": "Tap anything."},
        {"params": {**played.record.params, "screen": "home-home"}},
        {"task": "test.maps.zoom_out"},
    ):
        with pytest.raises(Contradiction):
            item_of(played.record.model_copy(update=edited))


def test_the_picture_of_an_item_is_drawn_again():
    item = on("maps-maps", GalleryLook("night", "Japanese", SIZES[2]))["zoom_in"]
    played = episode(item, find_agent("shapes").make(), keep_image=lambda image: "kept")
    ((name, image),) = redraw(played.record, played.steps, SIZES[0])
    assert (name, image.shape[:2]) == ("screenshot-1", SIZES[2][::-1])
    edited = played.steps[0].model_copy(update={"observation": played.steps[0].observation.model_copy(update={"app": "home"})})
    with pytest.raises(Contradiction, match="other app"):
        list(redraw(played.record, [edited], SIZES[0]))


def test_a_plan_can_be_narrowed_by_split_app_and_kind():
    suite = GroundingSuite()
    test = suite.plan(Selection(tasks=("test.*",)))
    assert {item.task.partition(".")[0] for item in test} == {"test"}
    maps = suite.plan(Selection(tasks=("*.maps.*",), dimension="icon", limit=5, trials=2))
    assert len(maps) == 10
    assert {(item.content.category, item.content.kind) for item in maps} == {("maps", "icon")}


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"tasks": ("nothing.*",)}, "no item matches 'nothing.*'"),
        ({"dimension": "explicit_control"}, "choose from text, icon"),
        ({"instances": 57}, "a screen has 56 looks"),
        ({"place": "Paris"}, "--place; of the options that only some suites use, it takes --instances, --limit"),
    ],
)
def test_a_wrong_choice_is_refused_with_what_can_be_chosen(changed, told):
    with pytest.raises(UsageError, match=told.replace("*", r"\*")):
        GroundingSuite().plan(replace(Selection(), **changed))
