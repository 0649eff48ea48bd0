"""What records call pictures: by moment where they can be drawn again, by content where they are kept."""

from hashlib import sha256

import numpy as np
import pytest

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.picture import KINDS, MomentPicture, MomentPictures, pngs
from automotive_env.runs.records.picture_log import PictureLog, kind_and_moment, picture_name


def digest(image):
    return sha256(image.tobytes()).hexdigest()


@pytest.fixture
def seen():
    return HeadlessController().observe()


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_says_kind_and_moment(kind):
    assert kind_and_moment(picture_name(kind, 12)) == (kind, 12)
    assert kind_and_moment("a" * 64) is None


def test_what_can_be_drawn_again_is_named_and_not_drawn(seen):
    log = PictureLog(lambda image: pytest.fail("kept"), "headless")
    pictures = [MomentPicture(seen, kind) for kind in KINDS]
    assert [log.name(picture) for picture in pictures] == [f"{kind}-{seen.id}" for kind in KINDS]
    assert not any(picture.drawn is not None for picture in pictures)
    assert log.take_digests() == {}


def test_what_was_looked_at_is_hashed_once(seen):
    log = PictureLog(lambda image: pytest.fail("kept"), "headless")
    marked = MomentPicture(seen, "marked")
    expected = {log.name(marked): digest(marked.pixels)}
    assert (log.name(marked), log.take_digests()) == (f"marked-{seen.id}", expected)
    log.name(marked)
    assert log.take_digests() == {}


def test_a_picture_that_an_agent_took_for_itself_is_recognised(seen):
    kept = []
    log = PictureLog(lambda image: kept.append(image) or digest(image), "headless")
    log.see(seen)
    assert log.name(seen.screenshot) == f"screenshot-{seen.id}"
    own = seen.screenshot[:10].copy()
    assert log.name(own) == digest(own)
    assert len(kept) == 1


def test_every_screen_of_a_virtual_device_is_proven(seen):
    log = PictureLog(lambda image: pytest.fail("kept"), "virtual")
    names = [log.name(MomentPicture(seen, kind)) for kind in KINDS]
    assert log.take_digests() == {names[0]: digest(seen.screenshot)}


def test_pictures_of_an_emulator_are_kept_once(seen):
    kept = []
    log = PictureLog(lambda image: kept.append(image) or digest(image), "emulator")
    names = {log.name(MomentPicture(seen, "screenshot")) for _ in range(3)}
    assert (names, len(kept)) == ({digest(seen.screenshot)}, 1)
    assert log.take_digests() == {}


def test_nothing_is_named_where_nothing_is_kept(seen):
    assert PictureLog(None, "headless").name(MomentPicture(seen, "screenshot")) is None
    assert PictureLog(lambda image: "", "headless").name(None) is None


def test_pictures_are_drawn_when_they_are_looked_at(seen):
    own = np.zeros((2, 3, 3), np.uint8)
    screen = MomentPicture(seen, "screenshot")
    pictures = MomentPictures([screen, own])
    assert (len(pictures), screen.drawn) == (2, None)
    assert pictures[1] is own
    assert pictures[0] is seen.screenshot
    assert [image.shape for image in pictures[:]] == [(792, 1408, 3), (2, 3, 3)]


def test_a_picture_is_encoded_once_however_often_it_is_sent(seen, monkeypatch):
    encoded = []
    monkeypatch.setattr("automotive_env.episode.picture.png", lambda image: encoded.append(image) or b"png")
    marked = MomentPicture(seen, "marked")
    assert [pngs(MomentPictures([marked, marked])), pngs([marked.pixels])] == [[b"png", b"png"], [b"png"]]
    assert len(encoded) == 2
