"""Networks that are told what scripted players would play."""

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from got_agents.advice import Advisors
from got_agents.base import Views
from got_agents.network import NetworkShape, PolicyNetwork
from got_agents.policy import PolicyAgent, PolicyCard, load_policy, shipped_policy
from got_agents.registry import make_agent
from got_env.cli.app import main
from got_training.args import Args
from got_training.exploit import ExploitArgs
from got_training.league.members import read_policy
from got_training.net2net import expand, size_conflicts
from got_training.network import COLUMNS, SeatNetwork, advice_columns
from got_training.recipes import recipe
from got_training.threads import ThreadTeam
from got_training.training import Training, train
from got_training.vec_env import SelfPlayVecEnv
from tests.training.networks import GAME, answers, made

STYLES = ("heuristic", "raider")
SIZES = {"embedding": 4, "hidden": 16, "critic": 8}
PLAIN = NetworkShape.of(GAME, **SIZES)
ADVISED = NetworkShape.of(GAME, **SIZES, advisors=STYLES)
SIZE, ACTIONS = GAME.observation.size, GAME.actions.size
SMALL = SIZES | {
    **{"players": 3, "num_envs": 8, "rollout": 16, "batch_size": 64, "stagger": 0, "threads": 1},
    **{"evaluate_minutes": 0.0, "steps": 128, "precision": "float32", "advisors": STYLES},
}


def rows(count, shape, seed=0):
    """Random observations, states and advice, as the network reads them."""
    rng = np.random.default_rng(seed)
    seen = rng.integers(-2, 6, (count, SIZE + shape.state), dtype=np.int8)
    advice = rng.integers(ACTIONS, size=(count, len(shape.advisors)))
    return np.concatenate([seen, advice_columns(advice)], axis=1), advice


@pytest.mark.parametrize("shape", [PLAIN, ADVISED])
def test_no_positions_have_no_scores(shape):
    """In a step in which other agents decide in every game, the learner is asked for nothing."""
    network, (seen, advice) = made(shape), rows(0, shape)
    scores, values = answers(network, seen)

    assert scores.shape == (0, ACTIONS)
    assert values.shape == (0,)
    found = PolicyNetwork(shape, network.weights()).scores(seen[:, :SIZE], advice=advice)
    assert found.shape == (0, ACTIONS)


@pytest.mark.smoke
def test_numpy_computes_what_torch_does():
    network, (seen, advice) = made(ADVISED), rows(9, ADVISED)
    found = PolicyNetwork(ADVISED, network.weights()).scores(seen[:, :SIZE], advice=advice)

    np.testing.assert_allclose(found, answers(network, seen)[0], rtol=1e-4, atol=1e-4)


def test_a_step_without_a_decision_of_the_learner_is_computed_too():
    seen, _ = rows(3, ADVISED)
    scores, values = answers(made(ADVISED), seen[:0])

    assert (scores.shape, values.shape) == ((0, ACTIONS), (0,))


def test_every_action_can_be_told():
    actions = np.arange(GAME.actions.size)[:, None]
    columns = torch.from_numpy(advice_columns(actions))
    shape = replace(PLAIN, advisors=("heuristic",))
    seen = torch.cat([torch.zeros((ACTIONS, SIZE), dtype=torch.int8), columns], dim=1)

    assert columns.shape == (ACTIONS, COLUMNS)
    assert (made(shape)._advice(seen).numpy() == actions).all()


def test_trust_goes_to_the_actions_that_are_named():
    network, (seen, advice) = made(ADVISED), rows(30, ADVISED)
    advice[:15, 1] = advice[:15, 0]
    seen[:, SIZE:] = advice_columns(advice)
    with torch.no_grad():
        network.trust.weight.zero_()
        network.trust.bias.zero_()
        before, values = answers(network, seen)
        network.trust.bias += torch.tensor([3.0, 0.5])
        after, same = answers(network, seen)

    wanted = np.zeros((30, ACTIONS))
    for number, trust in enumerate((3.0, 0.5)):
        np.add.at(wanted, (np.arange(30), advice[:, number]), trust)
    np.testing.assert_allclose(after - before, wanted, atol=1e-4)
    np.testing.assert_array_equal(values, same)


def test_a_new_network_plays_what_its_advisors_name():
    shape = NetworkShape.of(GAME, 16, 64, 16, advisors=STYLES)
    network = SeatNetwork(shape, np.full(shape.tensors()["scale"], 0.2, dtype=np.float32))
    seen, advice = rows(50, shape)
    advice[:] = advice[:, :1]
    seen[:, SIZE:] = advice_columns(advice)

    assert (answers(network, seen)[0].argmax(axis=1) == advice[:, 0]).all()


def test_advice_is_what_the_scripts_would_play():
    games = SelfPlayVecEnv(GAME, 24, [3, 5], seed=2, stagger=200, advisors=STYLES)
    scripts = [make_agent(style) for style in STYLES]
    seen = games.reset()
    for step in range(20):
        told = [games.answers(script, np.arange(24), step) for script in scripts]
        wanted = np.stack(told, axis=1)
        assert seen.shape == (24, SIZE + COLUMNS * len(STYLES))
        assert (seen[:, SIZE:] == advice_columns(wanted)).all()
        assert (seen[:, :SIZE] == games.games.observations).all()
        games.step_async(wanted[:, 0])
        seen = games.step_wait()[0]


def test_advisors_see_no_more_than_the_seat_may_know(monkeypatch):
    asked = []
    ask = Advisors.actions
    monkeypatch.setattr(
        Advisors, "actions", lambda self, views: asked.append(views) or ask(self, views)
    )
    games = SelfPlayVecEnv(GAME, 24, 3, seed=2, stagger=200, advisors=STYLES)
    games.reset()

    (views,) = asked
    known = games.games.states.copy()
    GAME.kernels.redact(known, games.seats)
    assert views.states.tobytes() == known.tobytes() != games.games.states.tobytes()
    assert (views.seats == games.seats).all()


def test_threads_ask_for_the_same_advice():
    def played(threads):
        team = ThreadTeam(threads)
        games = SelfPlayVecEnv(
            GAME,
            512,
            6,
            seed=2,
            stagger=60,
            advisors=STYLES,
            team=team,
            opponents=[make_agent("random")],
            opponent_share=0.3,
        )
        games.reset()
        games.step_async(np.argmax(games.action_masks(), axis=1))
        return games.step_wait()[0].copy(), games.learner.copy()

    (one, learner), (two, _) = played(1), played(2)
    assert learner.sum() > 256
    assert (one[learner] == two[learner]).all()


def test_the_state_stands_between_observation_and_advice():
    games = SelfPlayVecEnv(GAME, 4, 3, seed=2, advisors=STYLES, with_state=True)
    plain = SelfPlayVecEnv(GAME, 4, 3, seed=2, advisors=STYLES)
    full = SelfPlayVecEnv(GAME, 4, 3, seed=2, with_state=True)
    seen = games.reset()

    assert (seen[:, : 2 * SIZE] == full.reset()).all()
    assert (seen[:, 2 * SIZE :] == plain.reset()[:, SIZE:]).all()
    shape = NetworkShape.of(GAME, **SIZES, critic_sees_state=True, advisors=STYLES)
    network = made(shape)
    before, values = answers(network, seen)
    seen[:, SIZE : 2 * SIZE] += 3
    after, others = answers(network, seen)
    np.testing.assert_allclose(before, after, rtol=1e-5, atol=1e-5)
    assert np.abs(values - others).min() > 1e-3


def test_a_policy_that_gets_advisors_plays_as_it_did_and_learns_to_listen():
    small, large = made(PLAIN), made(ADVISED, seed=1)
    large.load_weights(expand(small.weights(), ADVISED, seed=2))
    seen, _ = rows(9, ADVISED)
    expected, found = answers(small, seen[:, :SIZE]), answers(large, seen)

    np.testing.assert_allclose(found[0], expected[0], rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(found[1], expected[1], rtol=1e-5, atol=1e-6)
    scores, values = large(torch.from_numpy(seen))
    (scores.logsumexp(dim=1) + values).sum().backward()
    for name, tensor in large.named_parameters():
        # What advised actions are multiplied with is 0, until it has moved.
        moves = float(tensor.grad.abs().sum()) > 0
        assert moves == (name != "advised"), name


def test_advisors_are_added_and_neither_changed_nor_dropped():
    other = replace(PLAIN, advisors=("courtier",))

    assert not size_conflicts(PLAIN, ADVISED)
    assert size_conflicts(ADVISED, PLAIN) == "advisors=['heuristic', 'raider']: expected []"
    assert "expected ['courtier']" in size_conflicts(ADVISED, other)


def test_a_card_names_advisors_only_if_there_are_any():
    assert "advisors" not in PLAIN.plain()
    assert NetworkShape.parse(ADVISED.plain()) == ADVISED
    for wrong in ("heuristic", ["heuristic"] * 9):
        with pytest.raises(
            ValueError, match=r"network\.advisors=.*: expected a list of at most 8,"
        ):
            NetworkShape.parse(ADVISED.plain() | {"advisors": wrong})


@pytest.mark.parametrize(
    ("advisors", "message"),
    [
        (["nobody"], r"advisors=\['nobody'\]: .*'nobody'"),
        ([""], r"advisors=\[''\]: style ''"),
        ([f"{n}{'x' * 90}" for n in range(8)], r"advisors=\['0x.{,60}: style '0x"),
        (["heuristic", "raider", "heuristic"], r"advisors=.*'heuristic' is named twice"),
        (["contender"], r"advisors=\['contender'\]"),
        (["user:agent.py"], r"advisors=\['user:agent.py'\]"),
    ],
)
def test_bad_advisors_are_named(tmp_path, advisors, message):
    with pytest.raises(ValueError, match=message):
        Args.parse(SMALL, {"advisors": advisors})
    shipped, _ = load_policy(shipped_policy("agot2e"))
    card = replace(shipped, network=replace(PLAIN, advisors=tuple(advisors)))
    with pytest.raises(ValueError, match=f"network: {message}"):
        PolicyCard.parse(card.plain())


def test_advice_of_another_shape_is_refused():
    network = PolicyNetwork(ADVISED, made(ADVISED).weights())
    seen, advice = rows(3, ADVISED)
    for wrong in (None, advice[:, :1], advice[:2]):
        with pytest.raises(ValueError, match=r"advice: shape .*expected \(3, 2\)"):
            network.scores(seen[:, :SIZE], advice=wrong)


@pytest.mark.parametrize("name", ["advised", "advice.weight", "trust.weight", "trust.bias"])
def test_tensors_that_would_overflow_are_refused(name):
    weights = made(ADVISED).weights()
    weights[name][:] = 3e38
    with pytest.raises(ValueError, match="is too large"):
        PolicyNetwork(ADVISED, weights)


def test_such_a_policy_is_trained_resumed_and_plays(tmp_path):
    out = tmp_path / "policy"
    opponents = {"opponents": ["past", "heuristic"], "opponent_share": 0.5, "past_every": 1}
    train(Args.parse(SMALL, opponents), out)
    train(Args.parse(SMALL, opponents, {"steps": 256}), out, resume=True)
    others = Args.parse(SMALL, opponents, {"steps": 384, "advisors": ["raider"]})
    with pytest.raises(ValueError, match=r": network: advisors=\[.*'\], expected \['raider'\]$"):
        train(others, out, resume=True)
    card, weights = load_policy(out)
    assert card.network.advisors == STYLES

    games = SelfPlayVecEnv(GAME, 6, 3, seed=3, stagger=100, advisors=STYLES)
    seen = games.reset()
    views = Views.of(GAME, games.games.states, games.seats, games.action_masks(), np.arange(6))
    network = SeatNetwork(card.network, weights["scale"])
    network.load_weights(weights)
    scores, _ = answers(network, seen)
    scores[~games.action_masks()] = -np.inf
    greedy = PolicyAgent(out, greedy=True)
    assert (greedy.act_batch(views) == scores.argmax(axis=1)).all()
    assert greedy.act(views[2]) == scores[2].argmax()
    assert (greedy.advice(views) == Advisors(GAME, STYLES).actions(views)).all()


def test_a_training_adds_advisors_to_the_policy_it_starts_from(tmp_path):
    train(Args.parse(SMALL, {"advisors": []}), tmp_path / "plain")
    args = Args.parse(SMALL, {"start": str(tmp_path / "plain")})
    train(args, tmp_path / "advised")

    assert load_policy(tmp_path / "advised")[0].network.advisors == STYLES
    with pytest.raises(ValueError, match=r"start=.*its network has advisors=\['heuristic', 'rai"):
        Training(
            Args.parse(SMALL, {"advisors": [], "start": str(tmp_path / "advised")}),
            tmp_path / "none",
        )


def test_a_search_asks_the_advisors_of_its_policy(tmp_path):
    train(Args.parse(SMALL, {"advisors": ["raider"]}), tmp_path / "policy")
    games = SelfPlayVecEnv(GAME, 40, 3, seed=3, stagger=300)
    games.reset()
    views = Views.of(GAME, games.games.states, games.seats, games.action_masks(), np.arange(40))
    agent = make_agent(f"ismcts:sims=4,net={tmp_path / 'policy'},trust=1")
    advisor, others = make_agent("raider"), 0
    for view in views:
        agent.act(view)
        first, advised = next(iter(agent.shares())), advisor.act(view)
        assert first == advised
        others += first != make_agent("heuristic").act(view)

    assert others


def test_the_recipe_begins_where_the_script_is(tmp_path):
    given = {**recipe("residual"), **SMALL, "advisors": recipe("residual")["advisors"]}
    with Training(Args.parse(given), tmp_path / "policy") as training:
        weights = training.model.policy.network.weights()
    games = SelfPlayVecEnv(GAME, 300, 6, seed=3, stagger=600)
    games.reset()
    views = Views.of(GAME, games.games.states, games.seats, games.action_masks(), np.arange(300))
    agent = PolicyAgent.of(GAME, training.shape, weights, name="new", greedy=True)
    same = agent.act_batch(views) == make_agent("heuristic").act_batch(views)

    assert same.mean() > 0.9


def test_a_policy_with_other_advisors_is_another_one():
    weights = made(ADVISED).weights()
    prints = {
        PolicyAgent.of(GAME, replace(PLAIN, advisors=styles), weights, name="policy").fingerprint
        for styles in (STYLES, STYLES[::-1], ("heuristic", "courtier"))
    }

    assert len(prints) == 3


def test_exploiters_and_leagues_keep_the_advisors_of_the_policy_they_start_from(tmp_path):
    train(Args.parse(SMALL), tmp_path / "policy")
    args = ExploitArgs(agent=f"policy:{tmp_path / 'policy'}", game="agot2e").training_args(0)

    assert args.advisors == STYLES
    assert read_policy(tmp_path / "policy", GAME).shape == args.shape_for(GAME)


def test_the_command_takes_the_network_from_the_policy_to_start_from(tmp_path, capsys):
    train(Args.parse(SMALL), tmp_path / "policy")
    train(Args.parse(SMALL, {"advisors": []}), tmp_path / "plain")
    small = {name: value for name, value in SMALL.items() if name not in {*SIZES, "advisors"}}
    config = tmp_path / "small.toml"
    config.write_text("".join(f"{name} = {json.dumps(value)}\n" for name, value in small.items()))

    def got(*given):
        with pytest.raises(SystemExit) as end:
            main(["train", "--out", str(tmp_path / given[0]), "--config", str(config), *given[1:]])
        assert end.value.code == 0, capsys.readouterr().err
        return load_policy(tmp_path / given[0])[0].network

    climb = ("--recipe", "climb", "--start", str(tmp_path / "policy"))
    assert got("same", *climb) == ADVISED
    residual = ("--recipe", "residual", "--start", str(tmp_path / "plain"))
    assert got("told", *residual) == replace(PLAIN, advisors=("heuristic",))
    config.write_text(config.read_text() + "hidden = 24\n")
    assert got("wider", *climb) == replace(ADVISED, hidden=24)


def test_exploiters_may_have_more_than_the_policy_they_start_from(tmp_path):
    train(Args.parse(SMALL, {"advisors": []}), tmp_path / "policy")
    more = {"advisors": ["raider"], "hidden": 32}
    exploit = ExploitArgs(agent=f"policy:{tmp_path / 'policy'}", game="agot2e", training=more)
    args = exploit.training_args(0)

    assert (args.advisors, args.hidden, args.embedding) == (("raider",), 32, SIZES["embedding"])
