"""The file system of a device."""

from __future__ import annotations

import errno

import pytest

from automotive_env.emulator.virtual.files import MAX_FILES, FileSystem


@pytest.fixture
def files() -> FileSystem:
    made = FileSystem(capacity=1000)
    made.write("/data/local/tmp/f", b"hello", modified=5)
    return made


@pytest.mark.parametrize(
    ("act", "number"),
    [
        (lambda files: files.read("/none"), errno.ENOENT),
        (lambda files: files.read("/data"), errno.EISDIR),
        (lambda files: files.write("/data", b""), errno.EISDIR),
        (lambda files: files.write("/none/f", b""), errno.ENOENT),
        (lambda files: files.write("/data/local/tmp/f/g", b""), errno.ENOTDIR),
        (lambda files: files.write("/data/f", bytes(1001)), errno.ENOSPC),
        (lambda files: files.children("/data/local/tmp/f"), errno.ENOTDIR),
        (lambda files: files.remove("/data"), errno.EISDIR),
        (lambda files: files.make_directory("/data"), errno.EEXIST),
    ],
)
def test_faults_are_those_of_linux(files, act, number):
    with pytest.raises(OSError) as caught:  # noqa: PT011
        act(files)
    assert caught.value.errno == number


def test_the_card_has_many_names(files):
    files.write("/storage/emulated/0/f", b"x")
    assert files.read("/sdcard/f") == files.read("/storage/self/primary/f") == b"x"
    assert files.children("/storage/emulated/10") == files.children("/sdcard")


def test_only_permissions_change(files):
    files.change_mode("/data/local/tmp/f", 0o755)
    file = files.stat("/data/local/tmp/f")
    assert (file.mode, file.data) == (0o100755, b"hello")


def test_what_is_written_to_nothing_is_nothing(files):
    files.write("/dev/null", b"x")
    assert files.read("/dev/null") == b""
    assert files.used == 5


def test_a_saved_state_comes_back(files):
    saved = files.save()
    files.remove("/data/local/tmp/f")
    files.load(saved)
    assert files.read("/data/local/tmp/f") == b"hello"


def test_files_and_their_names_are_bounded(files):
    for number in range(MAX_FILES - len(files.save())):
        files.write(f"/data/local/tmp/{number}", b"")
    with pytest.raises(OSError, match="No space left"):
        files.make_directory("/sdcard/one_more")
    files.remove("/data/local/tmp/0")
    with pytest.raises(OSError, match="too long"):
        files.write("/data/local/tmp/" + "n" * 2000, b"")
    files.write("/data/local/tmp/0", b"there is room again")


def test_what_files_take_follows_every_change(files):
    def counted() -> int:
        return sum(len(file.data) for file in files.save().values())

    kept = files.save()
    files.write("/data/local/tmp/f", b"longer than before")
    assert files.used == counted() == 18
    files.make_directory("/sdcard/d")
    files.write("/sdcard/d/f", b"12345")
    assert files.used == counted() == 23
    files.remove("/sdcard/d", recursive=True)
    assert files.used == counted() == 18
    assert files.children("/sdcard") == ["Download"]
    files.load(kept)
    assert files.used == counted() == 5
    assert files.below("/data") == ["/data", "/data/local", "/data/local/tmp", "/data/local/tmp/f"]
