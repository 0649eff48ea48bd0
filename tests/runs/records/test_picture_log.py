"""What records call pictures: by moment where they can be drawn again, by content where they are kept."""

from hashlib import sha256

import numpy as np
import pytest

from automotive_env.episode.headless import HeadlessController
from automotive_env.episode.picture import KINDS, LazyPicture, LazyPictures, PictureSize, pngs
from automotive_env.runs.records.picture_log import PictureLog, RedrawablePicture, named_picture


def digest(image):
    return sha256(image.tobytes()).hexdigest()


@pytest.fixture
def seen():
    return HeadlessController().observe()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("fit", [None, PictureSize(1280, 720), PictureSize(1024, 768, padded=True)])
def test_a_name_says_kind_moment_and_size(kind, fit):
    picture = RedrawablePicture(kind, 12, fit)
    assert named_picture(str(picture)) == picture
    assert named_picture("a" * 64) is None
    assert named_picture(f"{kind}-12-9999x9999") is None  # more pixels than any screen has


def test_a_scaled_picture_has_a_name_of_its_own_and_no_hash(seen):
    log = PictureLog(lambda image: pytest.fail("kept"), "headless")
    picture = LazyPicture(seen, "screenshot", PictureSize(704, 396))
    assert picture.pixels.shape == (396, 704, 3)
    assert log.name(picture) == f"screenshot-{seen.id}-704x396"
    assert log.take_digests() == {}


def test_what_can_be_drawn_again_is_named_and_not_drawn(seen):
    log = PictureLog(lambda image: pytest.fail("kept"), "headless")
    pictures = [LazyPicture(seen, kind) for kind in KINDS]
    assert [log.name(picture) for picture in pictures] == [f"{kind}-{seen.id}" for kind in KINDS]
    assert not any(picture.drawn is not None for picture in pictures)
    assert log.take_digests() == {}


def test_what_was_looked_at_is_hashed_once(seen):
    log = PictureLog(lambda image: pytest.fail("kept"), "headless")
    marked = LazyPicture(seen, "marked")
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
    names = [log.name(LazyPicture(seen, kind)) for kind in KINDS]
    assert log.take_digests() == {names[0]: digest(seen.screenshot)}


def test_pictures_of_an_emulator_are_kept_once(seen):
    kept = []
    log = PictureLog(lambda image: kept.append(image) or digest(image), "emulator")
    names = {log.name(LazyPicture(seen, "screenshot")) for _ in range(3)}
    assert (names, len(kept)) == ({digest(seen.screenshot)}, 1)
    assert log.take_digests() == {}


def test_nothing_is_named_where_nothing_is_kept(seen):
    assert PictureLog(None, "headless").name(LazyPicture(seen, "screenshot")) is None
    assert PictureLog(lambda image: "", "headless").name(None) is None


def test_pictures_are_drawn_when_they_are_looked_at(seen):
    own = np.zeros((2, 3, 3), np.uint8)
    screen = LazyPicture(seen, "screenshot")
    pictures = LazyPictures([screen, own])
    assert (len(pictures), screen.drawn) == (2, None)
    assert pictures[1] is own
    assert pictures[0] is seen.screenshot
    assert [image.shape for image in pictures[:]] == [(792, 1408, 3), (2, 3, 3)]


def test_a_picture_is_encoded_once_however_often_it_is_sent(seen, monkeypatch):
    encoded = []
    monkeypatch.setattr("automotive_env.episode.picture.png", lambda image: encoded.append(image) or b"png")
    marked = LazyPicture(seen, "marked")
    assert [pngs(LazyPictures([marked, marked])), pngs([marked.pixels])] == [[b"png", b"png"], [b"png"]]
    assert len(encoded) == 2
