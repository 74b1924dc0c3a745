"""Pictures of environments: render modes, notebooks, and what happens without the library."""

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.wrappers import RenderCollection
from pettingzoo.test import render_test

from got_env import GameEnv, SeatEnv, agot1e_v0, agot2e_v0, btwixt_v0
from got_env.games import get_game
from got_env.pictures import checked_render_mode, known_to, picture, pixels, png, render_modes
from got_env.pixels import drawing
from tests.pictures.svg import Svg

ID = "got_env/Agot2e-v0"
MODULES = (agot2e_v0, agot1e_v0, btwixt_v0)
EVERY = pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
EVERY_KIND = pytest.mark.parametrize("kind", ["env", "raw_env", "parallel_env"])


@pytest.fixture
def renderer():
    return pytest.importorskip("resvg_py")


@pytest.fixture
def no_renderer(monkeypatch):
    monkeypatch.setattr(drawing, "find_spec", lambda name: None if name == "resvg_py" else True)


@EVERY
@EVERY_KIND
def test_svg_is_what_the_agent_selected_knows(module, kind):
    env = getattr(module, kind)(render_mode="svg")
    env.reset(seed=3)
    raw = env.aec_env if kind == "parallel_env" else env.unwrapped

    drawn = env.render()

    assert "svg" in env.metadata["render_modes"]
    assert drawn == picture(raw.game, raw.states, 0, raw.agent_selection)
    assert Svg(drawn).ids()


def test_each_agent_sees_its_own_orders_alone():
    env = agot2e_v0.raw_env(render_mode="svg")
    env.reset(seed=1)
    seen = set()
    while len(seen) < 3:
        for _ in range(2):
            env.step(env.legal_actions()[0])
        orders = Svg(env.render()).with_class("face-up")
        owners = {e.find("{*}title").text.split(":")[0] for e in orders}
        assert owners <= {env.agent_selection}
        seen |= owners


@EVERY
def test_gymnasium_environments_draw_what_their_learner_knows(module):
    code = module.__name__.removeprefix("got_env.").removesuffix("_v0")
    env = SeatEnv(code, opponents="random", render_mode="svg")
    env.reset(seed=2)

    assert env.render() == picture(get_game(code), env._games.states, 0, env.house)


def test_batches_draw_every_game():
    envs = gymnasium.make_vec(ID, 3, opponents="random", render_mode="svg")
    envs.reset(seed=1)
    drawn = envs.render()

    assert len(drawn) == 3
    assert all(Svg(one).ids() for one in drawn)
    envs.close()


@EVERY
@EVERY_KIND
def test_notebooks_show_the_picture_in_any_render_mode(module, kind):
    env = getattr(module, kind)()

    assert env._repr_svg_() is None
    assert env._repr_html_() is None
    env.reset(seed=1)
    assert env._repr_svg_().startswith("<svg")
    assert env._repr_svg_() in env._repr_html_()


def test_notebooks_show_the_picture_of_a_learner():
    env = SeatEnv(opponents="random")

    assert env._repr_html_() is None
    env.reset(seed=1)
    assert env._repr_svg_().startswith("<svg")


# --- pixels


@EVERY
@EVERY_KIND
def test_rgb_array_is_1200_pixels_wide(renderer, module, kind):
    env = getattr(module, kind)(render_mode="rgb_array")
    env.reset(seed=1)

    drawn = env.render()

    assert drawn.dtype == np.uint8
    assert drawn.ndim == 3
    assert drawn.shape[1:] == (1200, 3)
    assert len(np.unique(drawn.reshape(-1, 3)[::97], axis=0)) > 20
    assert (drawn == env.render()).all()
    drawn[:] = 0  # an array of the caller's own


def test_letters_are_drawn_with_the_fonts_that_come_along(renderer):
    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{}</svg>'
    words = "<text x='10' y='60' font-size='40'>got</text>"

    assert pixels(frame.format(""), 100).max() == 0
    assert png(frame.format(words), 100) != png(frame.format(""), 100)


@pytest.mark.parametrize("make", [png, pixels])
@pytest.mark.parametrize("width", [0, -1, 8_001, 200_000, 2**70, 1.5, "wide", True])
def test_a_width_that_cannot_be_drawn_is_refused(renderer, make, width):
    with pytest.raises(ValueError, match=r"^width=.*: expected"):
        make('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 1"/>', width)


def test_gymnasium_checks_the_pixels(renderer):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(gymnasium.make(ID, opponents="random", players=3).unwrapped)


def test_gymnasium_collects_frames(renderer):
    env = RenderCollection(gymnasium.make(ID, opponents="random", render_mode="rgb_array"))
    _, info = env.reset(seed=1)
    for _ in range(2):
        *_, info = env.step(int(info["action_mask"].argmax()))

    assert [frame.shape for frame in env.render()] == [(1143, 1200, 3)] * 3


def test_gymnasium_records_a_video(renderer, tmp_path):
    pytest.importorskip("moviepy")
    env = gymnasium.make(ID, opponents="random", render_mode="rgb_array")
    env = gymnasium.wrappers.RecordVideo(env, str(tmp_path / "new"), disable_logger=True)
    _, info = env.reset(seed=1)
    for _ in range(3):
        *_, info = env.step(int(info["action_mask"].argmax()))
    env.close()

    assert [
        path.suffix for path in (tmp_path / "new").iterdir() if path.stat().st_size > 10_000
    ] == [".mp4"]


# --- what is refused


@EVERY_KIND
def test_without_the_library_the_error_names_the_extra(no_renderer, kind):
    told = r"render_mode='rgb_array' needs resvg_py: pip install -e '.\[viz\]'"
    with pytest.raises(TypeError, match=told):
        getattr(agot2e_v0, kind)(render_mode="rgb_array")
    with pytest.raises(ValueError, match=told):
        SeatEnv(render_mode="rgb_array")
    with pytest.raises(RuntimeError, match=r"needs resvg_py: pip install -e '.\[viz\]'"):
        pixels("<svg/>")
    assert getattr(agot2e_v0, kind)(render_mode="svg").render_mode == "svg"


def test_environments_say_which_modes_there_are_here(no_renderer):
    assert agot2e_v0.env().metadata["render_modes"] == ["human", "ansi", "svg"]
    assert SeatEnv(opponents="random").metadata["render_modes"] == ["human", "ansi", "svg"]


def test_environments_load_nothing_that_draws_pixels_before_it_is_needed():
    program = (
        "import sys; from got_env import agot2e_v0; "
        "env = agot2e_v0.env(players=3, render_mode='svg'); env.reset(seed=1); env.render(); "
        "sys.exit(' '.join({'resvg_py', 'PIL', 'matplotlib'} & sys.modules.keys()))"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    assert done.stderr == b"\n"


@pytest.mark.parametrize("mode", ["window", "rgb_array_list", 7])
def test_other_modes_are_refused(mode):
    with pytest.raises(ValueError, match="expected one of human, ansi, svg, rgb_array, or None"):
        checked_render_mode(get_game("agot2e"), mode)


def test_a_game_that_is_not_drawn_has_text_alone(pennies):
    assert render_modes(pennies) == ["human", "ansi"]
    env = GameEnv(pennies, render_mode="ansi")
    env.reset(seed=1)
    assert env._repr_svg_() is None
    assert env.metadata["render_modes"] == ["human", "ansi"]
    for mode in ("svg", "rgb_array"):
        with pytest.raises(
            TypeError, match=f"render_mode='{mode}': expected one of human, ansi, or None"
        ):
            GameEnv(pennies, render_mode=mode)
    with pytest.raises(ValueError, match="pennies: there are no pictures of this game"):
        picture(pennies, env.states)


def test_a_viewer_has_to_take_part():
    game = get_game("agot2e")

    with pytest.raises(ValueError, match="viewer='tyrell': expected one of baratheon, lannister"):
        picture(game, game.start(1, 3), 0, "tyrell")


def test_the_records_of_the_caller_stay_as_they_are():
    game = get_game("agot2e")
    states = game.start(2, 3, seed=5)
    before = states.tobytes()

    known = known_to(game, states, 1, "stark")

    assert states.tobytes() == before
    assert known.tobytes() != states[1].tobytes()


@pytest.mark.parametrize("module", [agot2e_v0, btwixt_v0])
def test_pettingzoo_tests_the_rendering(module, capsys):
    render_test(lambda render_mode: module.env(players=3, render_mode=render_mode))

    assert len(capsys.readouterr().out.splitlines()) > 50


def test_for_people_the_board_of_a_given_position_is_printed(capsys):
    env = agot2e_v0.env(players=3, render_mode="human")
    env.reset(seed=1)
    printed = capsys.readouterr().out

    env.reset(options={"position": env.position()})

    assert capsys.readouterr().out == printed


def test_for_people_the_board_is_printed_after_every_step(capsys):
    env = gymnasium.make("got_env/Agot2e-v0", opponents="random", render_mode="human")
    _, info = env.reset(seed=1)
    first = capsys.readouterr().out
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    after = capsys.readouterr().out

    assert env.render() is None
    assert capsys.readouterr().out == after
    assert first != after
    assert first.count("\n") > 10
