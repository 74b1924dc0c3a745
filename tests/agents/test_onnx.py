"""Policies as ONNX files, computed by ONNX Runtime."""

import json
import sys
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")
import onnx
import onnxruntime

from got_agents.advice import Advisors
from got_agents.base import Views
from got_agents.mlp import MlpShape
from got_agents.network import NetworkShape
from got_agents.onnx_export import export_onnx, onnx_model
from got_agents.policy import PolicyCard, load_policy, shipped_policy
from got_agents.registry import make_agent
from got_agents.saving import new_mark, save_policy
from got_env import VectorEnv
from got_env.cli.app import main
from got_env.games import get_game
from tests.agents.games import random_games


def random_weights(shape, rng):
    return {
        name: rng.normal(size=size).astype(np.float32) / 8 for name, size in shape.tensors().items()
    }


def views(code, count=40):
    env = VectorEnv(code, count, get_game(code).seats.counts[-1], seed=3)
    rng = np.random.default_rng(4)
    for _ in range(30):
        odds = rng.random(env.action_masks.shape) * env.action_masks
        env.step(np.argmax(odds, axis=1))
    masks, seeds = env.action_masks.copy(), np.arange(count)
    return Views.of(env.game, env.states, env.current_player, masks, seeds)


def computed(model, observations, masks, advice):
    session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
    given = {"observations": observations, "action_masks": masks}
    (found,) = session.run(None, given | ({"advice": advice} if advice.shape[1] else {}))
    return found


def expected(network, observations, masks, advice):
    scores = network.scores(observations, masks, advice).astype(np.float64)
    scores[~masks] = -np.inf
    scores -= scores.max(axis=1, keepdims=True)
    return scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))


def assert_same(model, network, seen):
    advice = Advisors(seen.game, network.shape.advisors).actions(seen)
    masks, given = seen.masks, (seen.observations, seen.masks, advice)
    found, wanted = computed(model, *given), expected(network, *given)
    assert np.abs(found - wanted)[masks].max() < 1e-3
    assert (found[~masks] < -1e7).all()


def test_the_shipped_policy_is_the_same_in_onnx_runtime(tmp_path):
    file = tmp_path / "policy.onnx"
    export_onnx(shipped_policy("agot2e"), file)
    card, weights = load_policy(shipped_policy("agot2e"))

    assert_same(file.read_bytes(), card.network.network(weights), views("agot2e"))
    kept = {prop.key: prop.value for prop in onnx.load(file).metadata_props}
    assert json.loads(kept["card"]) == card.plain()


def test_what_is_named_stays_what_it_is(tmp_path):
    link, file = tmp_path / "link.onnx", tmp_path / "policy.onnx"
    link.symlink_to(file)
    export_onnx(shipped_policy("btwixt"), link)

    assert link.is_symlink()
    assert onnx.load(file).graph.name == "policy"


@pytest.mark.parametrize("advisors", [(), ("heuristic",)])
@pytest.mark.parametrize(("code", "rounds"), [("btwixt", 0), ("agot2e", 0), ("agot2e", 2)])
def test_the_network_of_every_kind_of_game(code, rounds, advisors):
    shape = NetworkShape.of(get_game(code), 4, 8, 4, rounds, advisors=advisors)
    weights = random_weights(shape, np.random.default_rng(1))
    model = onnx_model(shape, weights).SerializeToString()

    assert_same(model, shape.network(weights), views(code))


@pytest.mark.parametrize("reads_mask", [False, True])
@pytest.mark.parametrize("activation", ["relu", "tanh"])
def test_plain_networks(activation, reads_mask):
    game = get_game("btwixt")
    shape = MlpShape(game.observation.size, game.actions.size, (8, 6), activation, reads_mask)
    weights = random_weights(shape, np.random.default_rng(2))
    model = onnx_model(shape, weights).SerializeToString()

    assert_same(model, shape.network(weights), views("btwixt"))


class Other:
    observation_size = num_actions = 3


def test_a_network_without_a_graph_is_refused():
    with pytest.raises(ValueError, match=r"'Other'.*no ONNX graph"):
        onnx_model(Other(), {})


def test_without_the_package_the_extra_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(RuntimeError, match=r"pip install -e '.\[onnx\]'"):
        export_onnx(shipped_policy("agot2e"), tmp_path / "policy.onnx")
    assert not list(tmp_path.iterdir())


def test_the_command_exports_and_refuses(tmp_path, capsys):
    file = tmp_path / "policy.onnx"
    with pytest.raises(SystemExit) as end:
        main(["export", "--out", str(file)])
    assert end.value.code == 0
    assert Path(file).stat().st_size > 1_000_000

    with pytest.raises(SystemExit) as end:
        main(["export", "--policy", str(tmp_path), "--out", str(tmp_path / "other.onnx")])
    assert end.value.code == 2
    assert f"{tmp_path} is no policy" in capsys.readouterr().err

    with pytest.raises(SystemExit) as end:
        main(["export", "--out", str(tmp_path)])
    said = capsys.readouterr().err
    assert end.value.code == 2
    assert said == f"got: --out '{tmp_path}': cannot be written (Is a directory)\n"


def test_an_onnx_file_plays_as_the_policy_that_it_holds(tmp_path):
    file = tmp_path / "policy.onnx"
    export_onnx(shipped_policy("agot2e"), file)
    agent, policy = make_agent(f"onnx:file={file},greedy=true"), make_agent("policy_greedy")
    game = get_game("agot2e")
    agent.check_game(game)
    policy.check_game(game)

    for views in islice(random_games(4, 3), 0, 200, 10):
        assert_plays_as(agent, policy, policy._now.scores(views), views)


def assert_plays_as(agent, policy, scores, views):
    """Where the best action is no draw."""
    clear = np.diff(np.sort(scores, axis=1)[:, -2:], axis=1)[:, 0] > 0.01
    assert clear.mean() > 0.5
    assert views.masks[np.arange(len(clear)), agent.act_batch(views)].all()
    assert (agent.act_batch(views) == policy.act_batch(views))[clear].all()


ADVISED = NetworkShape.of(get_game("agot2e"), 4, 8, 4, advisors=("heuristic", "raider"))


def save_advised(folder):
    """A policy of random tensors that trusts its advisors."""
    game = get_game("agot2e").identity
    card = PolicyCard("agot2e", game.version, game.data_hash, 3, {}, ADVISED, 0, 0)
    weights = random_weights(ADVISED, np.random.default_rng(5))
    weights["trust.bias"] += 3
    save_policy(folder, card, weights, new_mark())


def test_an_onnx_file_is_told_what_the_advisors_of_its_policy_would_play(tmp_path):
    save_advised(tmp_path / "policy")
    file = tmp_path / "policy.onnx"
    export_onnx(tmp_path / "policy", file)
    agent = make_agent(f"onnx:file={file},greedy=true")
    policy = make_agent(f"policy_greedy:{tmp_path / 'policy'}")

    for views in islice(random_games(4, 3), 0, 200, 10):
        assert_plays_as(agent, policy, policy.scores(views), views)


def test_advice_that_no_card_explains_is_refused(tmp_path):
    weights = random_weights(ADVISED, np.random.default_rng(5))
    file = tmp_path / "policy.onnx"
    file.write_bytes(onnx_model(ADVISED, weights).SerializeToString())

    with pytest.raises(ValueError, match=r"inputs .*advice: expected advice if the card"):
        make_agent(f"onnx:{file}")


def test_a_file_with_other_advisors_than_its_card_names_is_refused(tmp_path):
    save_advised(tmp_path / "policy")
    file = tmp_path / "policy.onnx"
    export_onnx(tmp_path / "policy", file)
    model = onnx.load(file)
    (card,) = model.metadata_props
    card.value = card.value.replace('["heuristic","raider"]', '["heuristic"]')
    onnx.save(model, file)

    with pytest.raises(ValueError, match="advice has 2 columns, expected 1: one for each advisor"):
        make_agent(f"onnx:{file}")


def test_an_onnx_file_of_another_game_is_refused(tmp_path):
    file = tmp_path / "policy.onnx"
    export_onnx(shipped_policy("btwixt"), file)

    with pytest.raises(ValueError, match="is a policy for game='btwixt', not 'agot2e'"):
        make_agent(f"onnx:{file}").check_game(get_game("agot2e"))


def one_input(name, columns, actions):
    """A model without a card: scores are a sum of the observation."""
    helper, kinds = onnx.helper, onnx.TensorProto
    table = np.zeros((columns, actions), dtype=np.float32)
    graph = helper.make_graph(
        [helper.make_node("MatMul", [name, "table"], ["scores"])],
        "plain",
        [helper.make_tensor_value_info(name, kinds.FLOAT, ["batch", columns])],
        [helper.make_tensor_value_info("scores", kinds.FLOAT, ["batch", actions])],
        initializer=[onnx.numpy_helper.from_array(table, "table")],
    )
    operators = [helper.make_opsetid("", 18)]
    return helper.make_model(graph, opset_imports=operators, ir_version=9).SerializeToString()


def test_a_model_of_somebody_else_plays_a_tournament(tmp_path, got):
    game = get_game("btwixt")
    file = tmp_path / "mine.onnx"
    file.write_bytes(one_input("input", game.observation.size, game.actions.size))
    agents = ["--agents", f"mine=onnx:{file},random", "--game", "btwixt"]

    code, out, err = got("tournament", *agents, "--games", "2", "--json")

    assert (code, err) == (0, "")
    assert json.loads(out)["errors"] == 0
    assert json.loads(out)["agents"]["mine"]["digest"]
    file.write_bytes(one_input("input", 3, game.actions.size))
    code, _, err = got("tournament", *agents, "--games", "2")
    assert (code, err.count("\n")) == (2, 1)
    assert "input has 3 columns, expected" in err


def test_what_is_no_model_is_refused_in_one_line(tmp_path, got):
    file = tmp_path / "mine.onnx"
    file.write_bytes(b"no model")

    for agent in (f"onnx:{file}", f"onnx:{tmp_path / 'none.onnx'}"):
        code, _, err = got("tournament", "--agents", f"{agent},random", "--games", "2")
        assert (code, err.count("\n")) == (2, 1)
        assert "mine.onnx" in err or "none.onnx" in err
        assert "ONNXRuntimeError" not in err


def test_playing_an_onnx_file_needs_its_extra(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    file = tmp_path / "mine.onnx"
    file.write_bytes(b"")

    with pytest.raises(ValueError, match=r"pip install -e '.\[onnx\]'"):
        make_agent(f"onnx:{file}")
