"""Unknown keywords and pictures that there are not; spaces of batches; ids of Gymnasium."""

import subprocess
import sys

import gymnasium
import numpy as np
import pytest
from gymnasium.vector.utils import batch_space

from got_env import GameEnv, VectorEnv, agot2e_v0
from got_env.envs.gymnasium_env import SeatEnv
from got_env.envs.gymnasium_vector import SeatVectorEnv
from got_env.pixels import drawing

ID = "got_env/Agot2e-v0"


def vector(**kwargs):
    return VectorEnv("agot2e", 2, **kwargs)


def made(**kwargs):
    return gymnasium.make(ID, **kwargs)


def made_vec(**kwargs):
    return gymnasium.make_vec(ID, num_envs=2, **kwargs)


MAKERS = [
    agot2e_v0.env,
    agot2e_v0.raw_env,
    agot2e_v0.parallel_env,
    GameEnv,
    SeatEnv,
    SeatVectorEnv,
    made,
    made_vec,
]


@pytest.mark.parametrize("make", [*MAKERS, vector])
@pytest.mark.parametrize(("wrong", "near"), [("plyers", "players"), ("skip_force", "skip_forced")])
def test_the_nearest_argument_is_named(make, wrong, near):
    with pytest.raises(
        TypeError, match=f"unexpected keyword argument '{wrong}': did you mean '{near}'"
    ):
        make(**{wrong: 3})


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("wrong", "near"), [("tide", "tides"), ("ruling", "rulings"), ("wildling_ties", "wildling_tie")]
)
def test_the_nearest_rules_option_is_named(make, wrong, near):
    with pytest.raises(
        TypeError, match=f"unexpected keyword argument '{wrong}': did you mean '{near}'"
    ):
        make(**{wrong: "true"})


@pytest.mark.parametrize("make", MAKERS)
def test_without_a_near_one_all_are_named(make):
    with pytest.raises(
        TypeError, match=r"unexpected keyword argument 'xyzzy': expected one of .*players.*tides"
    ):
        make(xyzzy=1)


@pytest.mark.parametrize("make", [agot2e_v0.env, agot2e_v0.parallel_env])
def test_arguments_of_the_wrappers_are_known(make):
    with pytest.raises(TypeError, match="'illegal_rewards': did you mean 'illegal_reward'"):
        make(illegal_rewards=-1)


def test_batches_take_rules_options_as_a_mapping():
    with pytest.raises(TypeError, match=r"'tides': it is a rules option, give options=\{'tides'"):
        vector(tides=True)
    with pytest.raises(ValueError, match="unknown option 'dragons'"):
        vector(options={"dragons": True})


# --- pictures


NO_PIXELS_HERE = pytest.mark.filterwarnings("ignore:.*render_mode='rgb_array'.*:UserWarning")
"""Warning of Gymnasium where the library for pixels is missing."""


@pytest.fixture
def no_renderer(monkeypatch):
    monkeypatch.setattr(drawing, "find_spec", lambda name: None)


@pytest.mark.parametrize("mode", ["window", "rgb_array_list"])
@pytest.mark.parametrize("make", [*MAKERS[:6]])
def test_pictures_are_refused_as_by_an_environment_without(make, mode):
    told = f"render_mode='{mode}': expected one of human, ansi, svg, rgb_array, or None"
    with pytest.raises(TypeError, match=told):
        make(render_mode=mode)
    with pytest.raises(ValueError, match=f"render_mode='{mode}'"):
        make(render_mode=mode)


@NO_PIXELS_HERE
def test_make_refuses_pixels_with_a_type_error(no_renderer):
    with pytest.raises(TypeError, match=r"render_mode='rgb_array' needs .*'.\[viz\]'"):
        gymnasium.make(ID, render_mode="rgb_array")


@NO_PIXELS_HERE
def test_make_vec_env_of_stable_baselines3_goes_without_pixels(no_renderer):
    envs = two_of_stable_baselines3()

    assert envs.get_attr("render_mode") == [None, None]
    envs.close()


def test_make_vec_env_of_stable_baselines3_takes_pixels():
    pytest.importorskip("resvg_py")
    envs = two_of_stable_baselines3()

    assert envs.get_attr("render_mode") == ["rgb_array"] * 2
    assert envs.render().shape == (2 * 1143, 1200, 3)
    envs.close()


def two_of_stable_baselines3():
    """Two games of ``make_vec_env``, which asks for pixels first, after a step."""
    env_util = pytest.importorskip("stable_baselines3.common.env_util")

    envs = env_util.make_vec_env(ID, n_envs=2, seed=3, env_kwargs={"opponents": "random"})

    assert envs.reset().shape == (2, *envs.observation_space.shape)
    masks = np.stack(envs.env_method("action_masks"))
    _, rewards, _, infos = envs.step(masks.argmax(axis=1))
    assert rewards.shape == (2,)
    assert all("action_mask" in info for info in infos)
    return envs


# --- spaces of the native batch


def test_a_batch_has_the_spaces_of_a_vector_environment():
    env = VectorEnv("agot2e", 3, 4)
    single = agot2e_v0.raw_env(players=4, mask_in_observation=False)

    assert env.single_observation_space == single.observation_space("stark")
    assert env.single_action_space == single.action_space("stark")
    assert env.observation_space == batch_space(env.single_observation_space, 3)
    assert env.action_space == batch_space(env.single_action_space, 3)
    assert env.observation_space.contains(env.observations)
    assert env.action_space.contains(env.action_masks.argmax(axis=1))
    assert env.single_observation_space is env.single_observation_space


# --- the id


def test_gymnasium_finds_the_package_by_the_id():
    program = (
        "import gymnasium, sys\n"
        "assert 'got_env' not in sys.modules\n"
        f"env = gymnasium.make('got_env:{ID}', opponents='random', players=3)\n"
        f"envs = gymnasium.make_vec('got_env:{ID}', num_envs=2, opponents='random', players=3)\n"
        "print(env.reset(seed=1)[0].shape, envs.reset(seed=1)[0].shape)"
    )

    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, timeout=300
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("(")


@pytest.mark.parametrize("make", [agot2e_v0.env, agot2e_v0.raw_env, agot2e_v0.parallel_env])
@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"tides": True}, r"'tides' of options: it is a rules option, give \{'rules': "),
        ({"rule": {"tides": True}}, "'rule' of options: did you mean 'rules'"),
        ({"xyzzy": 1}, "'xyzzy' of options: expected one of rules, position"),
    ],
)
def test_an_entry_of_the_options_of_reset_that_nobody_reads_is_refused(make, options, told):
    env = make(players=3)
    env.reset(seed=1)

    with pytest.raises(ValueError, match=told):
        env.reset(seed=2, options=options)


@pytest.mark.parametrize("make", [made, made_vec])
def test_gymnasium_environments_refuse_rules_options_of_reset(make):
    with pytest.raises(ValueError, match="'tides' of options: rules options are arguments"):
        make().reset(seed=2, options={"tides": True})
