"""A layer: one screen on one display; when a property changes, only the widgets that depend on it are updated."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from automotive_env.car.core.store import StateValues
from automotive_env.car.core.values import StateValue
from automotive_env.car.systems.language import LANGUAGES
from automotive_env.episode.observation import Box, Element
from automotive_env.headunit.kit.entry import ScreenEntry
from automotive_env.headunit.kit.rendering.drawing import overlap
from automotive_env.headunit.kit.rendering.painting import PaintOperations, painted
from automotive_env.headunit.kit.rendering.plan import ScreenLayout, plan_for
from automotive_env.headunit.kit.rendering.scroll_parts import SCROLL
from automotive_env.headunit.kit.rendering.theme import Theme
from automotive_env.headunit.kit.widgets.list_view import ListView
from automotive_env.headunit.kit.widgets.picture import PictureWidget
from automotive_env.headunit.kit.widgets.widget import Widget, WidgetState
from automotive_env.headunit.language.translate import ENGLISH, translate
from automotive_env.headunit.registry import app_of, screen_of
from automotive_env.headunit.restrictions import shortened


def aimed(track: Box, box: Box) -> Box:
    """A track that can be touched in a visible box: as long as it is, as high as the box leaves it."""
    top, bottom = max(track.top, box.top), min(track.bottom, box.bottom)
    return Box(track.left, top, track.right, bottom) if top < bottom else Box(track.left, box.top, track.right, box.bottom)


class ScreenLayer:
    """A screen on the display.

    Attributes:
        entry: what is shown.
        region: where.
        plan: its layout.
        language: what texts are shown in; states hold them as the apps write them.
        boxes: where each widget is now.
        clips: which part of it is visible.
        drawings: each widget as it was painted last, if it was.
        nodes: each widget as elements, by the index that they were asked for with.
        dirty: positions whose state must be looked at again.
        limited: whether strings are cut to the length a driver may read.
        stale: whether the layout must be looked at again.
    """

    def __init__(self, entry: ScreenEntry, region: Box, blocked: bool = False) -> None:
        self.entry = entry
        self.region = region
        self.blocked = blocked
        owner = app_of("system" if blocked else entry.app)
        self.package = owner.package
        self.window = screen_of(owner.name, "blocked" if blocked else entry.screen).window or owner.title
        self.limited = False
        self.plan: ScreenLayout | None = None
        self.language = ENGLISH
        self._values: Sequence[StateValue] = ()
        self._states: list[WidgetState | None] = []
        self.boxes: list[Box] = []
        self.clips: list[Box] = []
        self.drawings: list[PaintOperations | None] = []
        self.nodes: list[dict[int, Element]] = []
        self._left: StateValues = ()
        self._arranged: tuple[Mapping[str, int], str] | None = None  # lists scrolled so far, and the field with the focus
        self._shown: list[int] | None = None
        self._theme: Theme | None = None
        self.dirty: set[int] = set()
        self.stale = True

    def note(self, changed: Collection[int]) -> None:
        """Mark the widgets that depend on changed properties as dirty."""
        plan = self.plan
        if plan is None or not plan.watched.isdisjoint(changed):
            self.stale = True
        if plan is not None:
            self.dirty.update(*[plan.readers[slot] for slot in changed if slot in plan.readers])

    def leave(self, values: StateValues) -> None:
        """Note what the car was like when it left the display."""
        self._left = values

    def come_back(self, values: Sequence[StateValue]) -> None:
        """Mark the widgets that depend on what has changed since it left the display as dirty."""
        left, plan = self._left, self.plan
        if plan is not None:
            self.note({slot for slot in chain(plan.watched, plan.readers) if values[slot] is not left[slot]})

    def set_language(self, language: str) -> None:
        """Show all texts in a language."""
        if language != self.language:
            self.language = language
            self.stale = True

    def adopt(self, entry: ScreenEntry) -> bool:
        """Replace the state of the same screen; returns whether boxes moved."""
        before, self.entry = self.entry, entry
        if self.plan is not None:
            self.stale = self.stale or (
                entry.locals != before.locals
                and not all(entry.locals.get(name) == value for name, value in self.plan.locals.items())
            )
            self.dirty.update(self.plan.typed)
        if (entry.scrolls, entry.focus) == (before.scrolls, before.focus) or self.stale:
            return False
        return self.arrange()

    def lay_out(self, values: Sequence[StateValue], moving: bool) -> bool:
        """Rebuild the layout if needed; returns whether any box moved."""
        self.stale = False
        self.limited = moving
        self._values = values
        plan = plan_for(self.entry, values, self.region, moving, self.blocked, self.language)
        if plan is self.plan:
            return self.arrange()
        self.plan = plan
        self.dirty.clear()
        self._states = [None] * len(plan.placed)
        self.drawings = [None] * len(plan.placed)
        self.boxes = []
        self._arranged = None
        return self.arrange()

    def arrange(self) -> bool:
        """Recompute positions after lists were scrolled; returns whether any box moved."""
        assert self.plan is not None
        wanted = (self.entry.scrolls, self.entry.focus)
        if wanted == self._arranged:
            return False
        self._arranged = wanted
        boxes, clips = map(list, self._placed(self.plan))
        if boxes == self.boxes:
            return False
        self.boxes, self.clips = boxes, clips
        self.nodes = [{} for _ in boxes]
        self._shown = None
        return True

    def _placed(self, plan: ScreenLayout) -> tuple[list[Box], list[Box]]:
        """The box of each widget, and what is seen of it, as far as lists are scrolled."""
        if not any(map(self.scroll_of, plan.contents)):
            return plan.at_rest
        shift: dict[int, tuple[int, Box]] = {-1: (0, self.region)}
        boxes: list[Box] = []
        clips: list[Box] = []
        for position, placed in enumerate(plan.placed):
            offset, window = shift[placed.scroller]
            left, top, right, bottom = placed.box
            box = Box(left, top - offset, right, bottom - offset) if offset else placed.box
            clip = overlap(box, window)
            boxes.append(box)
            clips.append(clip)
            if position in plan.contents:
                shift[position] = (offset + self.scroll_of(position), clip)
        return boxes, clips

    def reach(self, position: int) -> int:
        """How far a list can be scrolled."""
        assert self.plan is not None
        return max(0, self.plan.contents[position] - self.plan.placed[position].box.height)

    def scroll_of(self, position: int) -> int:
        """How far a list is scrolled; a part of a screen so far that the field with the focus is seen, where it holds that."""
        assert self.plan is not None
        shown = self.plan.placed[position]
        scroll = self.entry.scrolls.get(shown.widget.id, 0)
        if self.entry.focus and shown.widget.id.startswith(SCROLL):
            inside = (placed for placed in self.plan.placed if placed.scroller == position)
            field = next((placed.box for placed in inside if placed.widget.id == self.entry.focus), shown.box)
            scroll = min(max(scroll, field.bottom - shown.box.bottom), field.top - shown.box.top)
        return min(scroll, self.reach(position))

    def update(self, values: Sequence[StateValue]) -> list[int]:
        """Recompute the state of dirty widgets; returns the positions of those that changed."""
        if not self.dirty:
            return []
        assert self.plan is not None
        self._values = values
        changed = []
        for position in sorted(self.dirty):
            if self._states[position] is None:
                continue  # nobody has seen it
            state = self.plan.placed[position].widget.state(values, self.entry)
            if state != self._states[position]:
                was_shown = self._shown is not None and self.shown(position)
                self._states[position] = state
                self.drawings[position] = None
                self.nodes[position] = {}
                if was_shown != self.shown(position):
                    self._shown = None
                changed.append(position)
        self.dirty.clear()
        return changed

    def state(self, position: int) -> WidgetState:
        """What a widget shows, worked out when it is first seen: a line far down a list may take a route through the town."""
        state = self._states[position]
        if state is None:
            assert self.plan is not None
            state = self._states[position] = self.plan.state(position, self._values, self.entry)
        return state

    @property
    def states(self) -> list[WidgetState]:
        """What every widget shows, those that cannot be seen included."""
        return [self.state(position) for position in range(len(self._states))]

    def widget(self, position: int) -> Widget:
        """The widget at a position."""
        assert self.plan is not None
        return self.plan.placed[position].widget

    def mirrors(self, position: int) -> bool:
        """Whether the inside of a widget is mirrored."""
        return LANGUAGES[self.language].direction == "rtl" and self.widget(position).mirrors

    def inside(self, position: int, x: int) -> int:
        """Where a point on the display is in a widget as it was declared."""
        left, _, right, _ = self.boxes[position]
        return left + right - 1 - x if self.mirrors(position) else x

    def visible(self, position: int) -> bool:
        """Whether any of a widget can be seen, as far as this layer goes."""
        left, top, right, bottom = self.clips[position]
        return left < right and top < bottom

    @property
    def extent(self) -> Box:
        """All that it paints, shadows included."""
        bleed = max((placed.widget.bleed for placed in self.plan.placed), default=0) if self.plan else 0
        left, top, right, bottom = self.region
        return Box(left - bleed, top - bleed, right + bleed, bottom + bleed)

    def shown_positions(self) -> list[int]:
        """Positions of the widgets that are elements of the accessibility tree."""
        if self._shown is None:
            self._shown = [position for position in self.plan.heard if self.shown(position)] if self.plan else []
        return self._shown

    def shown(self, position: int) -> bool:
        """Whether a widget is an element of the accessibility tree."""
        widget = self.widget(position)
        if not self.visible(position):
            return False
        if isinstance(widget, ListView):
            return self.reach(position) > 0
        if widget.silent:
            return False
        state = self.state(position)
        return bool(widget.clickable or state.text or state.description)

    def worded(self, position: int) -> WidgetState:
        """What a widget shows, in the language of the layer; in short strings while the car moves."""
        state = self.state(position)
        if self.language != ENGLISH:
            text, description = translate(state.text, self.language), translate(state.description, self.language)
            state = state._replace(text=text, description=description)
        text = shortened(state.text) if self.limited else state.text
        return state if text is state.text else state._replace(text=text)

    def element(self, position: int, index: int) -> Element:
        """The accessibility node of a widget."""
        nodes = self.nodes[position]
        node = nodes.get(index)
        if node is None:
            other = next(iter(nodes.values()), None) or self._known_element(position, index)
            node = nodes[index] = other if other.index == index else Element(index, *other[1:])
        return node

    def _known_element(self, position: int, index: int) -> Element:
        assert self.plan is not None
        state, box, clip = self.state(position), self.boxes[position], self.clips[position]
        return self.plan.element(position, state, box, clip, lambda: self._element(position, index))

    def _element(self, position: int, index: int) -> Element:
        widget, state = self.widget(position), self.worded(position)
        track = widget.track_in(self.boxes[position])
        if track and self.mirrors(position):
            track = track._replace(left=self.inside(position, track.left), right=self.inside(position, track.right - 1) + 1)
        name = widget.id if ":" in widget.id or not widget.id else f"{self.package}:id/{widget.id}"
        return Element(
            index,
            widget.role,
            shortened(state.text),
            shortened(state.description),
            translate(widget.hint, self.language) if widget.hint else "",
            name,
            self.package,
            self.window,
            self.clips[position],
            widget.range(state),
            widget.clickable,
            widget.long_clickable,
            widget.checkable,
            state.checked,
            state.selected,
            state.enabled,
            state.focused,
            widget.editable,
            isinstance(widget, ListView),
            track=aimed(track, self.clips[position]) if track else None,
        )

    def drawing(self, position: int, theme: Theme) -> PaintOperations:
        """The paint operations of a widget, made when first needed."""
        if theme is not self._theme:
            self.forget_drawings()
            self._theme = theme
        drawing = self.drawings[position]
        if drawing is None:
            assert self.plan is not None
            widget, box, on, _ = self.plan.placed[position]
            paint = painted.draw if isinstance(widget, PictureWidget) else painted  # the picture itself is kept where it is drawn
            drawing = self.drawings[position] = paint(
                widget.appearance, self.worded(position), on, box.width, box.height, theme, self.language, self.mirrors(position)
            )
        return drawing

    def forget_drawings(self) -> None:
        """Drop all cached drawings."""
        if self._theme is not None:
            self._theme = None
            self.drawings = [None] * len(self.drawings)
