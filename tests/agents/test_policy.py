"""Saved policies: reading them safely and playing them with NumPy alone."""

import dataclasses
import json
import re
import struct
import subprocess
import sys
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from got_agents.base import Views
from got_agents.network import NetworkShape, PolicyNetwork
from got_agents.policy import (
    SHIPPED,
    PolicyAgent,
    PolicyCard,
    load_policy,
    shipped_games,
    shipped_policy,
)
from got_agents.registry import make_agent
from got_agents.saving import save_policy
from got_agents.weights import in_whole_numbers, read_weights
from got_env.games import GAMES, get_game

GAME = get_game("agot2e")
OTHER_DATA = dataclasses.replace(GAME, identity=dataclasses.replace(GAME.identity, data_hash="0"))
SHAPE = NetworkShape.of(GAME, embedding=4, hidden=8, critic=3)


def random_weights(seed=0):
    rng = np.random.default_rng(seed)
    return {
        name: rng.normal(size=shape, scale=0.3).astype(np.float32)
        for name, shape in SHAPE.tensors().items()
    }


def write_tensors(path, weights, dtype="F32", **metadata):
    header, numbers = {"__metadata__": {"by": "a test"} | metadata}, b""
    for name, table in weights.items():
        content = table.astype("<f4").tobytes()
        header[name] = {
            "dtype": dtype,
            "shape": list(table.shape),
            "data_offsets": [len(numbers), len(numbers) + len(content)],
        }
        numbers += content
    text = json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + numbers)


def card(**changes):
    made = PolicyCard(
        game=GAME.code,
        version=GAME.identity.version,
        data_hash=GAME.identity.data_hash,
        players=6,
        options={},
        network=SHAPE,
        steps=0,
        seed=0,
    )
    return made.plain() | changes


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "card.json").write_text(json.dumps(card()))
    write_tensors(tmp_path / "policy.safetensors", random_weights())
    return tmp_path


def views(count=5, seed=3, game=GAME):
    """Decisions of games at random places."""
    states = game.start(count, max(game.seats.counts), seed=seed)
    masks = np.zeros((count, game.actions.size), dtype=np.bool_)
    seats = np.zeros(count, dtype=np.int8)
    counts = np.zeros(2, dtype=np.int64)
    for row in range(count):
        game.kernels.rollout(states[row : row + 1], masks[row], 60 * row, counts)
    game.kernels.action_mask(states, masks)
    game.kernels.current_player(states, seats)
    seeds = np.random.default_rng(seed).integers(1 << 62, size=count)
    return Views.of(game, states, seats, masks, seeds)


@pytest.mark.parametrize("name", ["policy", "policy_greedy"])
def test_a_policy_plays_legal_actions_and_a_batch_as_its_rows(folder, name):
    agent = make_agent(f"{name}:{folder}")
    decisions = views(12)
    actions = agent.act_batch(decisions)
    rows = [decisions.part([row]) for row in range(12)]
    scores = agent._network.scores(decisions.observations)
    alone = np.concatenate([agent._network.scores(row.observations) for row in rows])

    assert decisions.masks[np.arange(12), actions].all()
    # A product is summed up in an order that depends on the processor and the size of the batch;
    # so a draw may fall between two sums of odds, but hardly ever one, and never two.
    np.testing.assert_allclose(scores, alone, rtol=1e-5, atol=1e-4 * np.abs(scores).max())
    assert sum(a != agent.act(view) for a, view in zip(actions, decisions, strict=True)) <= 1


def test_sampling_follows_the_odds(folder):
    agent = PolicyAgent(folder)
    one = views(2).part([1])
    count = 4000
    seeds = np.random.default_rng(0).integers(1 << 62, size=count)
    many = Views(
        GAME,
        np.repeat(one.states, count),
        np.repeat(one.seats, count),
        np.repeat(one.masks, count, axis=0),
        seeds,
    )
    scores = agent._network.scores(one.observations)[0]
    odds = np.where(one.masks[0], np.exp(scores), 0)
    odds /= odds.sum()
    found = np.bincount(agent.act_batch(many), minlength=GAME.actions.size) / count

    np.testing.assert_allclose(found, odds, atol=0.03)
    assert PolicyAgent(folder, greedy=True).act_batch(one)[0] == np.argmax(odds)


def test_log_probs_are_the_scores_normalised_over_legal_actions(folder):
    agent = PolicyAgent(folder)
    decisions = views(12)
    found, scores = agent.log_probs(decisions), agent.scores(decisions)

    assert found.dtype == np.float32
    assert np.array_equal(np.isneginf(found), ~decisions.masks)
    np.testing.assert_allclose(np.exp(found).sum(axis=1), 1, rtol=1e-5)
    for log_probs, row, legal in zip(found, scores, decisions.masks, strict=True):
        above = row[legal] - log_probs[legal]
        np.testing.assert_allclose(above, above[0], atol=1e-5 * np.abs(row[legal]).max())


def test_playing_a_policy_imports_no_torch(folder):
    code = f"""
import sys
from got_agents.registry import make_agent
from got_agents.saving import save_policy
make_agent({f"policy:{folder}"!r})
assert not {{"torch", "safetensors", "stable_baselines3"}} & set(sys.modules), "imported"
"""
    subprocess.run([sys.executable, "-c", code], check=True)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"format": 9}, "format=9: expected 1"),
        ({"game": "chess"}, "unknown game 'chess'"),
        ({"game": 3}, "game=3: expected text"),
        ({"version": GAME.identity.version + 1}, "version"),
        ({"observation_size": 12}, "observation_size=12"),
        ({"num_actions": 5}, "num_actions=5"),
        ({"network": {}}, "network.observation_size is missing"),
        ({"network": SHAPE.plain() | {"hidden": "8"}}, "network.hidden='8'"),
        ({"network": SHAPE.plain() | {"hidden": 9}}, "tensor"),
        (
            {"network": SHAPE.plain() | {"hidden": 10**30}},
            "network.hidden=a huge number",
        ),
        ({"network": SHAPE.plain() | {"hidden": 0}}, "network.hidden=0: .* from 1 to 4096"),
        ({"network": SHAPE.plain() | {"hidden": True}}, "network.hidden=True"),
        ({"network": SHAPE.plain() | {"depth": 3}}, "network.'depth': unknown"),
        ({"network": SHAPE.plain() | {"hidden": 4096, "embedding": 4096}}, "at most 16777216"),
        ({"network": SHAPE.plain() | {"entity_features": 0}}, "network.entity_features=0"),
        ({"data_hash": "0123456789abcdef"}, "rules data '0123456789abcdef': those here are"),
        ({"players": 9}, "players=9: expected one of"),
        ({"players": 10**400}, "players=a huge number"),
        ({"options": {"dragons": True}}, "options: unknown option 'dragons'"),
        ({"options": {"rulings": []}}, "options=.*rulings.*: expected an object"),
        ({"steps": -1}, "steps=-1: expected a whole number from 0"),
        ({"network": SHAPE.plain() | {"entities": 4000}}, "entities do not fit"),
        ({"network": SHAPE.plain() | {"num_actions": 500}}, "network.num_actions=500"),
    ],
)
def test_a_wrong_card_is_refused(folder, changes, message):
    (folder / "card.json").write_text(json.dumps(card(**changes)))

    with pytest.raises(ValueError, match=message):
        PolicyAgent(folder)


def test_a_card_without_a_field_or_that_is_no_card_is_refused(folder):
    for content, message in (
        (json.dumps({k: v for k, v in card().items() if k != "seed"}), "seed is missing"),
        ("[]", "expected a JSON object"),
        ("{", r"card\.json"),
        ('{"game": "agot2e", ' + json.dumps(card())[1:], "the field 'game' is given twice"),
    ):
        (folder / "card.json").write_text(content)
        with pytest.raises(ValueError, match=message):
            load_policy(folder)


def test_a_folder_without_policy_is_refused(tmp_path):
    for name in (f"policy:{tmp_path}", "policy:"):
        with pytest.raises(ValueError, match=r"has no policy\.safetensors"):
            make_agent(name)
    write_tensors(tmp_path / "policy.safetensors", random_weights())
    with pytest.raises(ValueError, match=r"has no card\.json"):
        make_agent(f"policy:{tmp_path}")


@pytest.mark.smoke
@pytest.mark.parametrize("code", shipped_games())
def test_a_policy_comes_with_the_package(code):
    folder, game = shipped_policy(code), get_game(code)
    saved, _ = load_policy(folder)

    files = {file.name for file in folder.iterdir()} - {"masters.json"}
    assert files == {"card.json", "policy.safetensors"}
    assert (saved.game, saved.data_hash) == (code, game.identity.data_hash)
    assert saved.steps > 0
    sample = views(4, game=game)
    best = make_agent("policy_greedy").act_batch(sample)
    assert list(make_agent(f"policy_greedy:{folder}").act_batch(sample)) == list(best)
    assert make_agent("policy").name == "policy"


def test_the_policies_of_the_package_are_small():
    assert set(shipped_games()) == set(GAMES)
    assert sum(file.stat().st_size for file in SHIPPED.rglob("*.*")) < 12_000_000


def test_the_policy_of_the_package_is_that_of_the_game_that_is_played(no_policy_for_storm):
    agent = make_agent("policy")
    first = agent.fingerprint
    agent.check_game(get_game("btwixt"))

    assert agent.fingerprint not in ("", first)
    with pytest.raises(
        ValueError, match=r"no policy for 'agot1e_storm' comes with the package, only for"
    ):
        agent.check_game(get_game("agot1e_storm"))
    agent.check_game(GAME)
    assert agent.fingerprint == first


def test_the_shipped_policy_scores_actions_as_when_it_was_trained():
    """But for what 16 bits cannot hold of a number."""
    saved, weights = load_policy(shipped_policy("agot2e"))
    network = saved.network.network(weights)
    observation = (np.arange(SHAPE.observation_size) % 7 - 2).astype(np.int8)
    advice = np.array([[86, 72, 72, 100]])

    scores = network.scores(observation[None], advice=advice)[0]

    best = np.argsort(-scores)[:6]
    assert best.tolist() == [72, 76, 86, 93, 79, 90]
    expected = [1177.4327, 1165.3335, 1118.6293, 1055.1808, 1023.2847, 1021.7327]
    assert scores[best] == pytest.approx(expected, rel=1e-3)


@pytest.mark.parametrize("code", shipped_games())
def test_the_shipped_policy_names_no_folder_of_a_machine(code):
    content = (SHIPPED / code / "policy.safetensors").read_bytes()
    header = content[8 : 8 + struct.unpack("<Q", content[:8])[0]].decode()
    for text in ((SHIPPED / code / "card.json").read_text(), header.replace("\\", "")):
        assert '"start": "runs/' in text.replace('":"', '": "')
        assert not re.search(r'[":]\s*/', text)


def damaged(path):
    content = path.read_bytes()
    length = struct.unpack("<Q", content[:8])[0]
    yield b"", "cut short"
    yield content[:5], "cut short"
    yield content[: length // 2], "cut short"
    yield content[:-4], "damaged|bytes of numbers"
    yield content + b"\0", "bytes of numbers"
    yield struct.pack("<Q", 1 << 60) + content[8:], "cut short"
    yield content[:8] + b"[" + content[9:], "damaged"
    yield b"\x80\x04" + content, "cut short"


def test_damaged_tensors_are_refused(folder):
    path = folder / "policy.safetensors"
    for content, message in list(damaged(path)):
        path.write_bytes(content)
        with pytest.raises(ValueError, match=f"policy.safetensors: .*({message})"):
            read_weights(path)


def test_tensors_that_do_not_fit_are_refused(folder):
    path = folder / "policy.safetensors"
    weights = random_weights()
    for changed, message in (
        ({k: v for k, v in weights.items() if k != "actor.bias"}, "actor.bias: missing"),
        (weights | {"extra": np.zeros(2)}, "extra"),
        (weights | {"place": np.zeros((2, 2))}, "place"),
        (weights | {"place": np.full_like(weights["place"], np.nan)}, "place .*not finite"),
    ):
        write_tensors(path, changed)
        with pytest.raises(ValueError, match=message):
            PolicyAgent(folder)
    write_tensors(path, weights, dtype="F64")
    with pytest.raises(ValueError, match="expected F32 or F16 or I8"):
        PolicyAgent(folder)
    write_tensors(path, weights, dtype="F16")  # with the bytes of F32
    with pytest.raises(ValueError, match="do not hold a tensor of shape"):
        PolicyAgent(folder)


def test_a_policy_is_shipped_with_half_the_bytes_and_without_places_of_a_machine(tmp_path):
    weights = random_weights()
    start, run, out = (tmp_path / name for name in ("first", "second", "shipped"))
    save_policy(start, PolicyCard.parse(card(seed=5)), weights)
    training = {"start": str(start), "opponents": ["heuristic", f"policy:{start}"]}
    save_policy(run, PolicyCard.parse(card(training=training)), weights)

    script = Path(__file__).parents[2] / "scripts" / "ship_policy.py"
    done = subprocess.run(
        [sys.executable, script, run, "--out", out], capture_output=True, text=True, check=True
    )

    shipped, read = load_policy(out)
    size = sum(file.stat().st_size for file in out.iterdir())
    assert done.stdout.startswith(f"{out}: {size:,} bytes, numbers changed by ")
    assert shipped.training == {
        "start": "runs/first",
        "opponents": ["heuristic", "policy:runs/first"],
        "start_training": {},
    }
    for name, table in read.items():
        assert table == pytest.approx(weights[name], abs=1e-2)


def test_a_shipped_card_names_each_training_once_and_the_players_of_all(tmp_path):
    """Also when what a training made lies where it started from by now."""
    weights = random_weights()
    first, second, third, out = (tmp_path / name for name in ("one", "two", "three", "shipped"))
    trainings = [
        {"seed": 1, "players": [3, 4]},
        {"seed": 2, "players": 6, "start": str(out)},
        {"seed": 3, "players": 6, "start": str(second)},
    ]
    script = Path(__file__).parents[2] / "scripts" / "ship_policy.py"
    for place, training in zip((first, second, third), trainings, strict=True):
        save_policy(place, PolicyCard.parse(card(players=6, training=training)), weights)
        subprocess.run([sys.executable, script, place, "--out", out], check=True)

    shipped = load_policy(out)[0]
    seeds, training = [], shipped.training
    while training:
        seeds.append(training["seed"])
        training = training.get("start_training", {})
    assert seeds == [3, 2, 1]
    assert shipped.players == (3, 4, 6)


def test_the_mean_of_two_policies_is_shipped_as_what_it_is(tmp_path):
    one, two = random_weights(), {name: -3 * table for name, table in random_weights().items()}
    run, old, out = (tmp_path / name for name in ("run", "old", "shipped"))
    save_policy(run, PolicyCard.parse(card(training={"seed": 5})), one)
    save_policy(old, PolicyCard.parse(card()), two)

    script = Path(__file__).parents[2] / "scripts" / "ship_policy.py"
    words = [run, "--out", out, "--bits", "16", "--mix", old, "--share"]
    ship = partial(subprocess.run, capture_output=True, text=True, check=False)
    refused = ship([sys.executable, script, *words, "1.5"])
    done = ship([sys.executable, script, *words, "0.25"])

    assert refused.returncode == 2
    assert "--share 1.5: expected more than 0, 1 at most" in refused.stderr
    assert (done.returncode, done.stderr) == (0, "")
    shipped, read = load_policy(out)
    assert shipped.training == {"seed": 5, "mixed_with": "runs/old", "mixed_share": 0.25}
    for name, table in read.items():
        assert table == pytest.approx(0.25 * one[name] + 0.75 * two[name], abs=1e-2)


def test_numbers_of_sixteen_bits_are_read_as_such(tmp_path):
    weights = random_weights()
    halved = {name: table.astype(np.float16) for name, table in weights.items()}
    save_policy(tmp_path / "half", PolicyCard.parse(card()), halved)
    save_policy(tmp_path / "whole", PolicyCard.parse(card()), weights)

    _, read = load_policy(tmp_path / "half")

    sizes = [(tmp_path / name / "policy.safetensors").stat().st_size for name in ("half", "whole")]
    assert sizes[0] < 0.6 * sizes[1]
    for name, table in read.items():
        assert table.dtype == np.float32
        assert (table == halved[name]).all()


def test_whole_numbers_are_multiplied_by_the_scales_of_their_rows(tmp_path):
    weights = random_weights()
    weights["first.weight"][0] = 0
    great = weights["first.weight"]
    save_policy(
        tmp_path, PolicyCard.parse(card()), weights | in_whole_numbers("first.weight", great)
    )

    _, read = load_policy(tmp_path)

    assert read.keys() == weights.keys()
    off = np.abs(read["first.weight"] - great)
    assert (off <= np.abs(great).max(axis=1, keepdims=True) / 127 * 0.501).all()
    assert off.any()
    for name in weights.keys() - {"first.weight"}:
        assert (read[name] == weights[name]).all()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"first.weight.scales": None}, r"first\.weight: scales missing, expected \(\d+,\)"),
        ({"first.weight.scales": np.ones(3, np.float32)}, r"scales \(3,\), expected"),
        ({"first.bias": np.zeros(4, np.int8)}, r"first\.bias: shape \(4,\) of whole numbers"),
        ({"first.weight.scales": np.full(8, 3e38, np.float32)}, r"first\.weight holds numbers"),
        ({"second.weight.scales": np.ones(4, np.float32)}, r"second\.weight\.scales: .*no such"),
    ],
)
def test_whole_numbers_without_their_scales_are_refused(tmp_path, changes, message):
    weights = random_weights()
    written = weights | in_whole_numbers("first.weight", weights["first.weight"]) | changes
    kept = {name: table for name, table in written.items() if table is not None}
    save_policy(tmp_path, PolicyCard.parse(card()), kept)

    with pytest.raises(ValueError, match=message):
        load_policy(tmp_path)


def test_the_card_in_the_header_is_that_of_the_tensors(folder):
    path = folder / "policy.safetensors"
    write_tensors(path, random_weights(), card=json.dumps(card(steps=7)))
    (folder / "card.json").write_text(json.dumps(card(steps=8)))
    assert load_policy(folder)[0].steps == 7
    (folder / "card.json").unlink()
    assert load_policy(folder)[0].steps == 7
    write_tensors(path, random_weights(), card=json.dumps(card(steps=-7)))
    with pytest.raises(ValueError, match=r"policy\.safetensors: steps=-7"):
        load_policy(folder)


@pytest.mark.parametrize(
    "name",
    ["scale", "entity.weight", "first.weight", "second.bias", "actor.weight", "value.weight"],
)
def test_weights_whose_products_overflow_are_refused(folder, name):
    weights = random_weights()
    weights[name] = np.full_like(weights[name], 3e38)
    write_tensors(folder / "policy.safetensors", weights)

    with pytest.raises(ValueError, match=r"policy\.safetensors: tensor .* is too large"):
        load_policy(folder)
    with pytest.raises(ValueError, match="is too large"):
        PolicyNetwork(SHAPE, weights)


def test_the_bound_on_the_layers_holds_for_any_observation(folder):
    weights = random_weights(4)
    network = PolicyNetwork(SHAPE, weights)
    rng = np.random.default_rng(1)
    ends = rng.choice(np.array([-128, 127], dtype=np.int8), (50, SHAPE.observation_size))
    reach = SHAPE._reach(weights)

    assert np.abs(network.scores(ends)).max() <= max(reach["actor"], reach["query"])


def test_another_data_set_of_the_same_game_is_refused(folder):
    agent = PolicyAgent(folder)
    with pytest.raises(ValueError, match="trained on agot2e with data_hash="):
        agent.act_batch(dataclasses.replace(views(2), game=OTHER_DATA))


def test_another_game_is_refused(folder):
    agent = PolicyAgent(folder)
    object.__setattr__(agent, "game", type("Game", (), {"code": "other"}))

    with pytest.raises(ValueError, match="trained on 'other', not 'agot2e': --game other, or"):
        agent.act_batch(views(2))


def test_a_network_without_a_board_works():
    shape = NetworkShape(
        observation_size=7, num_actions=3, entities=0, entity_features=0, entity_action=0, hidden=5
    )
    rng = np.random.default_rng(0)
    weights = {n: rng.normal(size=s).astype(np.float32) for n, s in shape.tensors().items()}
    scores = PolicyNetwork(shape, weights).scores(np.ones((4, 7), dtype=np.int8))

    assert scores.shape == (4, 3)
    assert NetworkShape.parse(shape.plain()) == shape
