"""Media: podcasts, whose episodes are told apart by their subject, their length and how new they are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from automotive_env.scene import Draw, Scene, SceneImpossible
from automotive_env.task import Category, Dimension, Event, Task, TaskInstance, Way
from automotive_env.tasks.media import TURNED_ON
from automotive_env.ui_script import UiScript
from automotive_env.validators import signals as s
from automotive_env.validators.answers import Fact, Says, Word
from automotive_env.validators.check import Episode
from automotive_env.validators.criterion import Criterion
from automotive_env.world.content.music import Show, released
from automotive_env.world.devices.music import Track

TOO_LONG = Says(
    "that no episode is short enough",
    r"\b(none|nothing (\w+ ){0,7}(fits|short|under|below|that)|"
    r"(take|last|run)s? (more than|over|longer than) \d+|too (long|old)|longer|older|exceed\w*|"
    r"over (your|the|my) (limit|time)|more (time|minutes) than|shortest( \w+){0,4} (takes|lasts|is (?!on\b)|runs|needs)|"
    r"no (\w+ ){0,3}(episodes?|one|enough)|"
    r"(not|\w+n't|cannot|neither) (\w+ ){0,4}(fit\w*|short\w*|enough|under|below|within|find|finish\w*|end\w*))\b",
)


def podcast(ui: UiScript, title: str) -> UiScript:
    """The episodes of a podcast."""
    return ui.open("media").tap("media_podcasts").tap("podcast_item", title)


def minutes(episode: Track) -> int:
    """How long an episode is, as its line says."""
    return max(1, round(episode.duration / 60))


class WhichPodcast(Task, category=Category.MEDIA, dimension=Dimension.EXPLICIT_CONTROL):
    """Which podcast is on a subject, and how its newest episode is called: told, and nothing played."""

    says = (
        "One of my podcasts is about {topic}. What is it called, and what's the newest episode?",
        "I'd like to recommend my {topic} podcast to a colleague: its name and the latest episode, please.",
        "The {topic} podcast, which one was that, and what do they have new?",
        "Not to play, just to know: how is the one on {topic} called and what's its most recent title?",
        "Somebody asked me what I hear on {topic}. Tell me name and last episode.",
        "I subscribed to something on {topic} once. Could you tell me what, and what came out last?",
    )
    endings = ("answer",)
    steps = 10

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        topics = [show.topic for show in draw.content.shows]
        show = draw.choice([show for show in draw.content.shows if topics.count(show.topic) == 1])
        return {"topic": show.topic.lower(), "show": show.title, "episode": show.episodes[0].title}

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        show, episode = inst.params["show"], inst.params["episode"]
        shows = inst.scene.content.shows
        others = tuple(one.title for one in shows if one.title != show)
        older = tuple(one.title for known in shows if known.title == show for one in known.episodes[1:])
        return then.answered(Word((show,), others), Word((episode,), older)) & then.as_it_was(s.MEDIA_PLAYING)

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        show, episode = inst.params["show"], inst.params["episode"]
        yield lambda ui: podcast(ui, show).answer(f"It is {show}, and the newest episode is {episode}.")
        yield lambda ui: podcast(ui, show).answer(f"{show}: {episode}")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        show, episode = inst.params["show"], inst.params["episode"]
        old = next(one for one in inst.scene.content.shows if one.title == show).episodes[-1].title
        yield lambda ui: podcast(ui, show).answer(f"It is {show}.")
        yield lambda ui: podcast(ui, show).answer(f"It is {show}, and the newest episode is {old}.")
        yield lambda ui: podcast(ui, show).tap("play_all_button").answer(f"{show}, with {episode}.")
        yield lambda ui: podcast(ui, show).tap("episode_item")


class UntilIAmDue(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """The longest of the newer episodes that is over in time; or there is none so short, although an old one is."""

    says = (
        "Due at the dentist's in {minutes} minutes: of {show}, the longest that I can hear to the end, up to {days} days old.",
        "{minutes} minutes, then I get out. Whatever of {show} fills them best, not cut off; at most {days} days old.",
        "Before my meeting in {minutes} minutes I'd like a whole {show}, as long a one as possible, {days} days old at most.",
        "Let me have a {show} that doesn't last beyond the next {minutes} minutes, the longest of those; up to {days} days old.",
        "As much of {show} as goes into {minutes} minutes, please: one piece of the last {days} days, and no cliffhanger.",
        "{show}. Not any: of the last {days} days, as I know the others, and over in {minutes} minutes, which I'd like to fill.",
    )
    endings = ("act", "decline")
    steps = 12

    def scene(self, draw: Draw) -> Scene:
        return draw.scene(moving=False)

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        today = date.fromisoformat(scene.time[:10])
        wanted = draw.ending == "act"
        found = [
            {"show": show.title, "days": (today - released(show, newer - 1, today)).days + 1, "minutes": most, "title": title}
            for show in draw.content.shows
            for newer in range(2, len(show.episodes))
            for most, title in _filling(show, newer)
            if bool(title) is wanted
        ]
        if not found:
            raise SceneImpossible("no episode fills the time")
        return draw.choice(found)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        if inst.ending == "decline":
            return then.media.undisturbed()
        return then.media.plays_title(inst.params["title"]) & then.media.plays_album(inst.params["show"])

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_ON

    def reason(self, inst: TaskInstance) -> Sequence[Fact]:
        return (TOO_LONG,)

    def _others(self, inst: TaskInstance) -> list[str]:
        """The longest episode, and the one that would fit but is too old."""
        episodes = next(one for one in inst.scene.content.shows if one.title == inst.params["show"]).episodes
        fitting = [one for one in episodes if minutes(one) < inst.params["minutes"] and one.title != inst.params["title"]]
        return [max(group, key=minutes).title for group in (episodes, fitting)]

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]
        if inst.ending == "decline":
            yield lambda ui: podcast(ui, show).infeasible("None of the newer episodes is that short.")
            yield lambda ui: podcast(ui, show).answer("They are all too long.").infeasible("No episode fits.")
            return
        yield lambda ui: podcast(ui, show).tap("episode_item", title)
        yield lambda ui: podcast(ui, show).tap("play_all_button").back().tap("media_queue").tap("track_item", title)

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]
        longest, old = self._others(inst)
        yield lambda ui: podcast(ui, show).tap("episode_item", longest)
        yield lambda ui: podcast(ui, show).tap("episode_item", old)
        yield lambda ui: podcast(ui, show).answer("That fits.")
        if inst.ending == "act":
            yield lambda ui: podcast(ui, show).infeasible("None of its episodes is that short.")
            yield lambda ui: podcast(ui, show).tap("episode_item", title).tap("episode_item", longest)
        else:
            yield lambda ui: podcast(ui, show).tap("episode_item").infeasible("None of its episodes is that short.")
            yield lambda ui: podcast(ui, show).infeasible("I would rather not play that.")


def _filling(show: Show, newer: int) -> Iterable[tuple[int, str]]:
    """Minutes, and which of so many newer episodes fills them best, "" where none does; an older one would in both cases."""
    recent, old = show.episodes[:newer], sorted(map(minutes, show.episodes[newer:]))
    for episode in recent:
        longer = [minutes(one) for one in recent if one is not episode and minutes(one) >= minutes(episode)]
        for room in (tempting + 2 for tempting in old if tempting > minutes(episode)):
            if all(one > room + 1 for one in longer) and not any(abs(one - room) <= 1 for one in old):
                yield room, episode.title
    room = min(map(minutes, recent)) - 3
    if room > old[0] + 1:
        yield room, ""


class AsSoonAsItIsOut(Task, category=Category.MEDIA, dimension=Dimension.IMPLICIT_INTENT):
    """A new episode is announced after a while; it is to be heard, whatever it is."""

    says = (
        "One of my podcasts should bring something new in {seconds} seconds or so. Let me hear it when it is announced.",
        "They promised a new episode any moment. I don't know which show; put it on as soon as you're told.",
        "Give it {seconds} seconds: a notice about a podcast will come. What it is about, I want to hear.",
        "Whatever the app announces next, play that for me, because my friends always spoil it.",
        "Wait for the next new episode that comes in, {seconds} seconds at the most, and start it.",
        "I can't look down here. Something fresh to listen to will be announced; no, not what's on now, that one then.",
    )
    steps = 14

    def params(self, draw: Draw, scene: Scene) -> dict[str, Any]:
        show = draw.choice(draw.content.shows)
        return {"seconds": draw.choice([10, 15, 20, 25]), "show": show.title, "title": show.episodes[0].title}

    def events(self, inst: TaskInstance) -> Sequence[Event]:
        text = f"{inst.params['show']}: {inst.params['title']}"
        new = Event(
            lambda car: car.event("notice of an app", app="podcast", title="New episode", text=text),
            after_seconds=inst.params["seconds"],
        )
        return (new,)

    def check(self, then: Episode, inst: TaskInstance) -> Criterion:
        right = then.media.plays_title(inst.params["title"]) & then.media.plays_album(inst.params["show"])
        guessed = then.at(inst.params["seconds"]).is_(s.MEDIA_TITLE, inst.params["title"])
        return then.waited(inst.params["seconds"]) & right & ~guessed

    def allowed(self, inst: TaskInstance) -> Sequence[str]:
        return TURNED_ON

    def _told(self, ui: UiScript, inst: TaskInstance) -> UiScript:
        return ui.wait(inst.params["seconds"]).tap("notifications").tap("notification_body_title", "New episode")

    def solutions(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]
        yield lambda ui: podcast(self._told(ui, inst).home(), show).tap("episode_item", title)
        yield lambda ui: podcast(ui.wait(inst.params["seconds"]), show).tap("play_all_button")

    def cheats(self, inst: TaskInstance) -> Iterable[Way]:
        show, title = inst.params["show"], inst.params["title"]
        yield lambda ui: self._told(ui, inst).answer(f"{title} is new.")
        yield lambda ui: podcast(ui, show).tap("episode_item", title)
        yield lambda ui: podcast(self._told(ui, inst).home(), show).nth("episode_item", 2)
        yield lambda ui: podcast(self._told(ui, inst).home(), show).tap("episode_item", title).back().tap("play_pause_stop")
