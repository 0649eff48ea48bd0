"""Appearances: widgets that were declared alike share their drawings."""

from automotive_env.headunit.kit.bind import bind
from automotive_env.headunit.kit.rendering.brush import WidgetBrush
from automotive_env.headunit.kit.rendering.painting import painted
from automotive_env.headunit.kit.rendering.theme import DAY
from automotive_env.headunit.kit.widgets.button import Button
from automotive_env.headunit.kit.widgets.list_view import ListItem, ListView
from automotive_env.headunit.kit.widgets.widget import WidgetState


def _row(title="Anna", **given):
    return ListItem(title, "called today", id="row", on_tap=lambda touch: title, **given)


def test_what_a_touch_does_cannot_be_seen():
    one, other = _row(), _row()
    assert one.on_tap is not other.on_tap
    assert one.appearance == other.appearance
    assert hash(one.appearance) == hash(other.appearance)


def test_whether_a_touch_does_something_can_be_seen():
    assert _row().appearance != ListItem("Anna", "called today", id="row").appearance


def test_what_is_declared_differs():
    assert _row().appearance != _row("Ben").appearance
    assert _row().appearance != _row(icon="call").appearance
    assert _row(height=84).appearance != _row(height=96).appearance


def test_widgets_of_another_class_differ():
    class Plain(Button):
        """As a button, but painted otherwise."""

    assert Button(id="one", text="One").appearance != Plain(id="one", text="One").appearance


def test_what_a_binding_makes_shows_in_the_state_alone():
    one, other = (_row(trailing=bind("road.speed", to=lambda speed, unit=unit: f"{speed} {unit}")) for unit in ("km/h", "mph"))
    assert one.appearance == other.appearance
    assert one.appearance != _row(trailing="5 km/h").appearance


def test_what_may_change_is_like_no_other():
    assert ListView(_row(), id="list").appearance != ListView(_row(), id="list").appearance


def test_a_row_that_was_built_again_is_not_painted_again(monkeypatch):
    painted.forget()
    done = []
    paint = ListItem.paint
    monkeypatch.setattr(ListItem, "paint", lambda row, state, brush: done.append(state) or paint(row, state, brush))

    def draw(row: ListItem, state: WidgetState):
        return painted(row.appearance, state, "background", 400, 84, DAY, "English", False)

    first = draw(_row(), WidgetState("Anna"))
    assert draw(_row(), WidgetState("Anna")) is first
    assert draw(_row(), WidgetState("Anna", selected=True)) is not first
    assert len(done) == 2
    brush = WidgetBrush(DAY, "background", 400, 84, "English", False)
    _row().paint(WidgetState("Anna"), brush)
    assert [type(op) for op in brush.finish()] == [type(op) for op in first.ops]
