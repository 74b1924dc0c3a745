"""The files of the kernel cache: what is loaded, what is as good as none, and where it lies."""

import errno
import os
import stat
import threading
from pathlib import Path
from random import Random

import pytest

from got_env.core import kernel_files
from got_env.core.kernel_files import KernelFiles, code_in, places, user_cache

MADE, EDITED = b"m" * 32, b"e" * 32
CODE = Random(1).randbytes(10_240)  # so that little is won by compressing it
TYPES = "(int64,)"


@pytest.fixture(autouse=True)
def nothing_said(monkeypatch):
    monkeypatch.setattr(kernel_files, "_said", set())
    kernel_files._problem.cache_clear()
    yield
    kernel_files._problem.cache_clear()


@pytest.fixture
def source(tmp_path, monkeypatch):
    """The file of a kernel; the user's cache folder lies beside it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home" / "cache"))
    path = tmp_path / "package" / "rules.py"
    path.parent.mkdir()
    path.touch()
    return path


@pytest.fixture
def read_only(monkeypatch):
    """Make folders that cannot be written, for root too."""
    closed: set[Path] = set()

    def problem(folder):
        return "Permission denied" if any(c in folder.parents for c in closed) else ""

    problem.cache_clear = lambda: None
    monkeypatch.setattr(kernel_files, "_problem", problem)
    return closed.add


def files_of(source, made_from=MADE, machine="cpu", chosen="", name="step"):
    return KernelFiles(source, name, made_from, machine, str(chosen))


def kept(source):
    """All files of the cache around a source file."""
    return sorted(source.parent.parent.rglob(f"*{kernel_files.SUFFIX}"))


def test_what_was_kept_is_loaded(source):
    assert files_of(source).load(TYPES) is None
    files_of(source).save(TYPES, CODE)

    assert files_of(source).load(TYPES) == CODE
    assert files_of(source).load("(float64,)") is None
    assert files_of(source, name="apply").load(TYPES) is None


def test_stale_code_is_not_loaded_and_makes_way(source):
    files_of(source).save(TYPES, CODE)
    edited = files_of(source, EDITED)

    assert edited.load(TYPES) is None
    assert not edited.any_fresh()
    edited.save(TYPES, b"new")
    assert edited.load(TYPES) == b"new"
    assert files_of(source).load(TYPES) is None
    assert len(kept(source)) == 1


def test_code_for_other_machines_lies_side_by_side(source):
    one, other = files_of(source, machine="cpu one"), files_of(source, machine="cpu two")
    one.save(TYPES, b"one")
    assert not other.any_fresh()
    other.save(TYPES, b"other")

    assert (one.load(TYPES), other.load(TYPES)) == (b"one", b"other")


@pytest.mark.parametrize("size", [0, 1, 17, 50, 100, 144, 145, 1000, -1])
def test_a_file_that_is_cut_off_is_none_and_is_replaced(source, size):
    files_of(source).save(TYPES, CODE)
    (path,) = kept(source)
    path.write_bytes(path.read_bytes()[:size])

    assert files_of(source).load(TYPES) is None
    files_of(source).save(TYPES, CODE)
    assert files_of(source).load(TYPES) == CODE


@pytest.mark.parametrize("place", [0, 20, 60, 90, 120, 150, 5000, -1])
def test_a_file_with_a_wrong_byte_is_none(source, place):
    files_of(source).save(TYPES, CODE)
    (path,) = kept(source)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)

    assert files_of(source).load(TYPES) is None


def test_code_is_kept_compressed(source):
    code = b"the same instruction again " * 1000
    files_of(source).save(TYPES, code)
    (path,) = kept(source)

    assert path.stat().st_size < len(code) / 5
    assert files_of(source).load(TYPES) == code
    assert code_in(path.read_bytes()) == code


def test_a_file_under_a_wrong_name_is_none(source):
    files = files_of(source)
    files.save(TYPES, CODE)
    files.save("(float64,)", b"other")
    first, second = kept(source)
    first.replace(second)

    assert {files.load(TYPES), files.load("(float64,)")} == {None}


def test_code_lies_beside_the_sources(source):
    files_of(source).save(TYPES, CODE)

    assert [path.parent for path in kept(source)] == [source.parent / "__pycache__"]


def test_a_folder_that_the_user_chose_is_the_only_place(source, tmp_path):
    files_of(source).save(TYPES, CODE)
    chosen = files_of(source, chosen=tmp_path / "chosen")

    assert chosen.load(TYPES) is None
    assert not chosen.any_fresh()
    chosen.save(TYPES, b"chosen")
    assert chosen.load(TYPES) == b"chosen"
    assert files_of(source).load(TYPES) == CODE


def test_two_copies_of_the_sources_share_a_folder_without_a_quarrel(source, tmp_path):
    other = tmp_path / "copy" / "package" / "rules.py"
    other.parent.mkdir(parents=True)
    other.touch()
    one, two = (files_of(path, chosen=tmp_path / "chosen") for path in (source, other))
    one.save(TYPES, b"one")
    two.save(TYPES, b"two")

    assert (one.load(TYPES), two.load(TYPES)) == (b"one", b"two")


def test_code_beside_read_only_sources_is_used_and_what_it_lacks_is_kept_elsewhere(
    source, tmp_path, read_only, capsys
):
    files_of(source).save(TYPES, CODE)
    read_only(source.parent)
    files = files_of(source)

    assert files.load(TYPES) == CODE
    assert files.any_fresh()
    assert files.load("(float64,)") is None
    files.save("(float64,)", b"more")
    assert files.load("(float64,)") == b"more"
    assert files.folder.is_relative_to(tmp_path / "home")
    assert [path.is_relative_to(tmp_path / "home") for path in kept(source)] == [True, False]
    assert capsys.readouterr().err == ""


def test_a_chosen_folder_that_is_read_only_is_used_first(source, tmp_path, read_only):
    files_of(source, chosen=tmp_path / "chosen").save(TYPES, CODE)
    read_only(tmp_path / "chosen")
    files = files_of(source, chosen=tmp_path / "chosen")
    files.save("(float64,)", b"more")

    assert files.load(TYPES) == CODE
    assert files.load("(float64,)") == b"more"
    assert files.folder == source.parent / "__pycache__"


def test_without_any_place_it_is_said_once_and_before_the_long_work(
    source, tmp_path, read_only, capsys
):
    read_only(tmp_path)
    files = files_of(source)

    assert files.load(TYPES) is None
    said = capsys.readouterr().err
    files.save(TYPES, CODE)
    assert files.load("(float64,)") is None

    assert said.count("\n") == 1
    assert said.startswith("got_env: compiles kernels in memory")
    assert str(source.parent / "__pycache__") in said
    assert "NUMBA_CACHE_DIR" in said
    assert files.folder is None
    assert kept(source) == []
    assert capsys.readouterr() == ("", "")


def test_a_full_disk_is_said_and_leaves_no_rest(source, monkeypatch, capsys):
    def full(*paths):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "replace", full)
    files_of(source).save(TYPES, CODE)

    assert list((source.parent / "__pycache__").iterdir()) == []
    assert "No space left on device" in capsys.readouterr().err


@pytest.fixture
def of_others(monkeypatch):
    """Only files of another user are trusted from now on."""

    def distrust():
        monkeypatch.setattr(
            kernel_files, "_trusted_owners", lambda source: frozenset({os.geteuid() + 1})
        )

    return distrust


def test_files_of_others_are_not_loaded_and_not_replaced(source, tmp_path, of_others, capsys):
    files_of(source, chosen=tmp_path / "shared").save(TYPES, CODE)
    of_others()
    files = files_of(source, chosen=tmp_path / "shared")

    assert files.load(TYPES) is None
    assert not files.any_fresh()
    said = capsys.readouterr().err
    files.save(TYPES, b"own")
    assert [code_in(path.read_bytes()) == CODE for path in kept(source)] == [False, True]
    assert files.load(TYPES) == b"own"
    assert files.any_fresh()
    assert said.count("\n") == 1
    assert f"belongs to user {os.geteuid()}" in said


def test_who_can_write_beside_the_sources_is_trusted_like_them(source, of_others):
    files_of(source).save(TYPES, CODE)
    of_others()

    assert files_of(source).load(TYPES) == CODE


def test_a_file_that_everybody_can_write_is_not_loaded(source, tmp_path, capsys):
    files = files_of(source, chosen=tmp_path / "shared")
    files.save(TYPES, CODE)
    (path,) = kept(source)
    path.chmod(0o666)

    assert files.load(TYPES) is None
    assert "can be written by everybody" in capsys.readouterr().err


def test_root_and_the_owner_of_the_sources_are_trusted(source):
    owners = kernel_files._trusted_owners(source)

    assert owners == {os.geteuid(), 0, source.stat().st_uid}


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files away")
@pytest.mark.parametrize(("owner", "loaded"), [(0, CODE), (12345, None), (23456, CODE)])
def test_the_owner_of_a_file_decides(source, tmp_path, owner, loaded):
    files = files_of(source, chosen=tmp_path / "shared")
    files.save(TYPES, CODE)
    os.chown(source, 23456, -1)
    os.chown(kept(source)[0], owner, -1)

    assert files_of(source, chosen=tmp_path / "shared").load(TYPES) == loaded


def test_a_pipe_in_place_of_a_file_blocks_nobody(source, tmp_path, capsys):
    files = files_of(source, chosen=tmp_path / "shared")
    files.save(TYPES, CODE)
    (path,) = kept(source)
    path.unlink()
    os.mkfifo(path)

    assert files.load(TYPES) is None
    assert "is no plain file" in capsys.readouterr().err


def test_files_can_be_written_by_their_owner_alone_whatever_the_mask(source):
    before = os.umask(0)
    try:
        files_of(source).save(TYPES, CODE)
    finally:
        os.umask(before)

    assert stat.S_IMODE(kept(source)[0].stat().st_mode) == 0o644


def test_writers_at_the_same_time_leave_a_whole_file(source):
    seen = set()
    versions = [bytes([number]) * 200_000 for number in range(4)]

    def write(version):
        for _ in range(20):
            files_of(source).save(TYPES, version)
            seen.add(files_of(source).load(TYPES))

    threads = [threading.Thread(target=write, args=(version,)) for version in versions]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert seen <= set(versions)
    assert len(list((source.parent / "__pycache__").iterdir())) == 1


def test_the_users_folder_follows_the_conventions(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache() == tmp_path / "got_env"
    monkeypatch.setenv("XDG_CACHE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert user_cache() in {
        tmp_path / ".cache" / "got_env",
        tmp_path / "Library" / "Caches" / "got_env",
    }


def test_a_user_without_a_home_has_no_folder(monkeypatch, source):
    """A container often runs as a number that no table of users knows."""
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)

    assert user_cache() is None
    assert [place.folder.name for place in places(source)] == ["__pycache__"]


def test_a_chosen_folder_that_cannot_be_used_is_told(tmp_path, capsys):
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "package").mkdir()
    source = tmp_path / "package" / "module.py"
    source.write_text("")
    made = {"source": source, "name": "kernel", "made_from": bytes(32), "machine": "this"}
    for chosen, why in (("file", "Not a directory"), ("file/more", "Not a directory")):
        kernel_files._said.clear()
        files = KernelFiles(**made, chosen=str(tmp_path / chosen))

        assert files.load("int64") is None
        assert files.load("float64") is None
        told = f"cannot use NUMBA_CACHE_DIR={tmp_path / chosen} ({why}): kernels are looked for"
        place = f"and kept in {source.parent / '__pycache__'}"
        assert capsys.readouterr().err == f"got_env: {told} {place}\n"
        files.save("int64", CODE)
        assert files.load("int64") == CODE
        for file in kept(source):
            file.unlink()


def test_nothing_is_said_of_a_chosen_folder_that_can_be_used(tmp_path, capsys):
    source = tmp_path / "module.py"
    source.write_text("")
    files = KernelFiles(source, "kernel", bytes(32), "this", chosen=str(tmp_path / "new" / "one"))
    kernel_files._said.clear()

    assert files.load("int64") is None
    files.save("int64", b"code")
    assert files.load("int64") == b"code"
    assert capsys.readouterr().err == ""
