"""RLlib over the batched engine: credit, masks, the policy as an agent, and learning."""

import socket

import numpy as np
import pytest

from got_env.games import get_game
from tests.frameworks.table import need

pytestmark = [
    pytest.mark.training,
    pytest.mark.filterwarnings("ignore"),  # those of ray, at its import
]

GAME = get_game("agot2e")
GAMES, PLAYERS = 4, 3


@pytest.fixture(scope="module")
def algorithm():
    """A PPO that has not learnt yet, over a few games."""
    need("rllib")
    import ray

    from got_training.rllib.learning import connect, ppo_config

    connect()
    config = ppo_config(GAME, players=PLAYERS, games=GAMES, decisions=512, hidden=32)
    config.environment(env_config={"reward": "win"})
    yield config.build_algo()
    ray.shutdown()


@pytest.fixture
def env():
    need("rllib")
    from got_training.rllib.games import GamesEnv

    return GamesEnv({"games": GAMES, "players": PLAYERS, "reward": "win", "seed": 3})


def prizes(games):
    """Prizes of all seats, by agent."""
    places = games.infos["final_info"]["place"]
    return {
        f"{row}:{house}": 1.0 if places[row, seat] == 0 else -1 / (PLAYERS - 1)
        for row in range(GAMES)
        for seat, house in enumerate(games.houses)
    }


def play(env, rng):
    """Random play of one episode: the rewards by agent, and how often somebody decided."""
    seen, _ = env.reset()
    earned = dict.fromkeys(env.possible_agents, 0.0)
    decisions, done = 0, {"__all__": False}
    while not done["__all__"]:
        asked = {agent: now for agent, now in seen.items() if now["action_mask"].any()}
        assert len({agent.partition(":")[0] for agent in asked}) == len(asked), "one for each game"
        for agent, now in asked.items():
            assert env.observation_spaces[agent].contains(now)
        chosen = {a: int(rng.choice(np.flatnonzero(o["action_mask"]))) for a, o in asked.items()}
        seen, rewards, done, cut, _ = env.step(chosen)
        assert not cut["__all__"]
        decisions += len(chosen)
        for agent, reward in rewards.items():
            earned[agent] += reward
    return earned, decisions


def test_every_seat_is_paid_and_done_when_its_game_is_over(env):
    rng = np.random.default_rng(0)
    first, decisions = play(env, rng)
    assert first == pytest.approx(prizes(env.games))
    assert decisions > 200 * GAMES
    assert env.agents == []

    assert play(env, rng)[0] == pytest.approx(prizes(env.games))


def test_workers_and_seeds_play_other_deals():
    need("rllib")
    from got_training.rllib.games import GamesEnv

    def deals(config):
        env = GamesEnv(config)
        env.reset()
        return env.games.seeds.tolist()

    class OfWorker(dict):
        worker_index = 2

    config = {"games": 2, "players": 3, "seed": 5}
    assert deals(config) == deals(config)
    assert deals(config) != deals(config | {"seed": 6})
    assert deals(config) != deals(OfWorker(config))


def test_episodes_of_rllib_have_the_credit_of_each_seat(algorithm):
    runner = algorithm.env_runner
    (episode,) = runner.sample(num_episodes=1, random_actions=False)
    games = runner.env.envs[0].unwrapped.games
    wanted = prizes(games)

    assert set(episode.agent_episodes) == set(wanted)
    for agent, own in episode.agent_episodes.items():
        assert own.is_terminated
        assert float(np.sum(own.get_rewards())) == pytest.approx(wanted[agent]), agent
        masks = np.asarray(own.get_observations()["action_mask"])[:-1]
        assert not own.get_observations(-1)["action_mask"].any(), "the game is over"
        assert masks[np.arange(len(masks)), own.get_actions()].all(), "only legal actions"


def test_it_learns_from_so_few_decisions_that_some_seats_wait(algorithm):
    from got_training.rllib.learning import decisions_of, ppo_config

    few = ppo_config(GAME, players=PLAYERS, games=GAMES, decisions=16, hidden=32).build_algo()
    for _ in range(20):
        few.train()
    assert decisions_of(few) >= 20 * 16
    few.stop()


def test_the_saved_policy_scores_as_the_module(algorithm, tmp_path):
    import torch
    from ray.rllib.core.columns import Columns

    from got_agents.network import PolicyNetwork
    from got_agents.policy import load_policy
    from got_training.rllib.games import MODULE
    from got_training.rllib.learning import save_agent

    save_agent(algorithm, tmp_path / "agent")
    card, weights = load_policy(tmp_path / "agent")
    rng = np.random.default_rng(0)
    observations = rng.integers(-2, 6, (9, GAME.observation.size), dtype=np.int8)
    masks = rng.random((9, GAME.actions.size)) < 0.3
    batch = {
        Columns.OBS: {
            "observation": torch.from_numpy(observations),
            "action_mask": torch.from_numpy(masks.astype(np.int8)),
        }
    }
    module = algorithm.get_module(MODULE)
    with torch.no_grad():
        found = module.forward_inference(batch)[Columns.ACTION_DIST_INPUTS]
    scores = PolicyNetwork(card.network, weights).scores(observations)

    np.testing.assert_allclose(found.numpy()[masks], scores[masks], rtol=1e-4, atol=1e-4)
    assert (torch.softmax(found, dim=1).numpy()[~masks] == 0).all()
    assert (card.game, card.players) == ("agot2e", PLAYERS)


@pytest.mark.parametrize(
    ("address", "error", "message"),
    [
        ("nowhere", ValueError, r"address='nowhere': expected host:port"),
        ("127.0.0.1:x", ValueError, r"address='127.0.0.1:x': expected host:port"),
        ("FREE", ConnectionError, r"^address='127.0.0.1:[0-9]+': no Ray answers there \(.*\)$"),
        ("ray://FREE", ConnectionError, r"^address='ray://127.0.0.1:[0-9]+': no Ray answers"),
    ],
)
def test_an_address_that_does_not_answer_is_named(address, error, message):
    need("rllib")
    from got_training.rllib.learning import connect

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))  # bound, but nobody listens
        place = f"127.0.0.1:{free.getsockname()[1]}"
        with pytest.raises(error, match=message):
            connect(address.replace("FREE", place))


def test_an_address_of_this_machine_is_tried_as_ray_takes_it(monkeypatch):
    """For the loopback Ray goes to the machine's own address, where nobody may listen."""
    need("rllib")
    from got_training.rllib import learning

    monkeypatch.setattr(learning.ray.util, "get_node_ip_address", lambda: "127.0.0.2")
    with socket.socket() as own:
        own.bind(("127.0.0.1", 0))
        own.listen()
        port = own.getsockname()[1]
        for name in ("127.0.0.1", "localhost"):
            there = rf"^address='{name}:{port}': no Ray answers there \(127\.0\.0\.2:{port}: .+\)$"
            with pytest.raises(ConnectionError, match=there):
                learning.connect(f"{name}:{port}")


def test_a_policy_learns_in_a_minute_or_two(algorithm, tmp_path):
    from got_training.rllib.learning import ppo_config, save_agent
    from got_training.rllib.sweep import share_of_wins

    config = ppo_config(GAME, players=PLAYERS, games=16, decisions=4096)
    learner = config.build_algo()
    save_agent(learner, tmp_path / "before")
    for _ in range(10):
        learner.train()
    assert save_agent(learner, tmp_path / "after").steps >= 10 * 4096
    learner.stop()
    before, after = (
        share_of_wins(tmp_path / name, "agot2e", PLAYERS, 60) for name in ("before", "after")
    )

    assert after > before + 0.15
