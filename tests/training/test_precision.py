"""In which numbers a network multiplies: fewer digits where the processor is fast with them."""

from contextlib import suppress
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("sb3_contrib")
import torch

from got_agents.network import NetworkShape
from got_agents.policy import load_policy, shipped_policy
from got_agents.weights import read_weights
from got_env import VectorEnv
from got_env.games import GAMES
from got_training.args import Args
from got_training.callbacks import TrainingCallback
from got_training.devices import chosen_precision, precision_warning, products_in
from got_training.network import SeatNetwork, adjacency_of, masked_log_probs, probs_of
from got_training.training import Training
from got_training.vec_env import SelfPlayVecEnv
from tests.play import play_vector
from tests.toy.taking import TAKING

CPU = torch.device("cpu")
SMALL = {
    **{"game": "taking", "num_envs": 16, "rollout": 16, "batch_size": 256, "stagger": 0},
    **{"hidden": 16, "critic": 8, "threads": 1, "epochs": 1, "device": "cpu"},
    **{"evaluate_minutes": 0.0, "checkpoint_minutes": 0.0, "steps": 2 * 16 * 16},
}


@pytest.fixture(autouse=True)
def _taking(monkeypatch):
    monkeypatch.setitem(GAMES, TAKING.code, TAKING)


def tell(monkeypatch, **capabilities):
    monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: capabilities, raising=False)


@pytest.mark.parametrize(
    ("capabilities", "precision"),
    [
        ({"avx512_bf16": True}, torch.bfloat16),
        ({"avx512_bf16": False, "amx_bf16": True}, torch.bfloat16),
        ({"avx2": True, "avx512_bf16": False}, torch.float32),
        ({}, torch.float32),
    ],
)
def test_the_precision_follows_from_what_the_processor_can_do(monkeypatch, capabilities, precision):
    tell(monkeypatch, **capabilities)

    assert chosen_precision("auto", CPU) == precision
    assert chosen_precision("float32", CPU) == torch.float32
    assert chosen_precision("bfloat16", CPU) == torch.bfloat16


def test_whoever_asks_for_what_the_processor_is_slow_with_is_told(monkeypatch, tmp_path):
    tell(monkeypatch, avx512_bf16=True)
    assert precision_warning(torch.bfloat16, CPU) == ""
    tell(monkeypatch)
    assert precision_warning(torch.float32, CPU) == ""
    told = []
    args = Args.parse(SMALL, {"precision": "bfloat16"})

    Training(args, tmp_path / "out", warn=told.append).close()

    assert len(told) == 1
    assert "precision='bfloat16'" in told[0]
    with pytest.raises(ValueError, match="precision"):
        Args.parse(SMALL, {"precision": "float16"})


@pytest.mark.parametrize(
    ("precision", "device", "wanted"),
    [
        (torch.bfloat16, CPU, "bf16"),
        (torch.float32, CPU, "none"),
        (torch.bfloat16, torch.device("cuda"), "none"),
    ],
)
def test_products_have_few_digits_only_inside(monkeypatch, precision, device, wanted):
    products = getattr(torch.backends.mkldnn, "matmul", None)
    if not hasattr(products, "fp32_precision"):  # of a torch before 2.9
        products = SimpleNamespace(fp32_precision="none")
        monkeypatch.setattr(torch.backends.mkldnn, "matmul", products, raising=False)
    tell(monkeypatch, avx512_bf16=True)
    seen = []
    with suppress(RuntimeError), products_in(precision, device):
        seen.append(products.fp32_precision)
        raise RuntimeError
    assert [*seen, products.fp32_precision] == [wanted, "none"]
    tell(monkeypatch)
    with products_in(torch.bfloat16, CPU):
        assert products.fp32_precision == "none"


@pytest.mark.parametrize("products", [None, SimpleNamespace()])
def test_a_torch_that_cannot_round_products_leaves_them(monkeypatch, products):
    tell(monkeypatch, avx512_bf16=True)
    monkeypatch.setattr(torch.backends.mkldnn, "matmul", products, raising=False)

    with products_in(torch.bfloat16, CPU):
        assert vars(products or SimpleNamespace()) == {}


@pytest.mark.parametrize(("code", "players"), [("agot2e", 6), ("btwixt", 6)])
def test_a_shipped_policy_plays_in_few_digits_nearly_as_it_does(code, players):
    card, weights = load_policy(shipped_policy(code))
    env = SelfPlayVecEnv(GAMES[code], 64, players, seed=3, advisors=card.network.advisors)
    scale = np.ones(card.network.tensors()["scale"], dtype=np.float32)
    network = SeatNetwork(card.network, scale, adjacency_of(GAMES[code], card.network))
    network.load_weights(weights)
    network.requires_grad_(False)
    spread, observations = [], env.reset()
    for _ in range(20):
        seen, masks = torch.from_numpy(observations.copy()), env.action_masks()
        network.precision = torch.float32
        exact = masked_log_probs(network(seen)[0], masks)
        network.precision = torch.bfloat16
        with products_in(torch.bfloat16, CPU):
            rough = masked_log_probs(network(seen)[0], masks)
        spread.append((exact.exp() * (exact - rough)).sum(dim=-1))
        env.step_async(exact.argmax(dim=-1).numpy())
        observations = env.step_wait()[0]

    assert 0 < float(torch.cat(spread).mean()) < 1e-3
    assert float(torch.cat(spread).max()) < 0.05


@pytest.mark.parametrize("message_layers", [0, 1])
def test_few_digits_leave_the_choice_nearly_as_it_is(message_layers):
    """The heads add up in float32, so a distribution moves by little."""
    game = GAMES["agot2e"]
    shape = NetworkShape.of(game, 8, 64, 32, message_layers)
    torch.manual_seed(1)
    scale = np.ones(shape.tensors()["scale"], dtype=np.float32)
    network = SeatNetwork(shape, scale, adjacency_of(game, shape))
    torch.nn.init.orthogonal_(network.actor.weight, 1.0)
    env = VectorEnv("agot2e", 64, 6, seed=3)
    play_vector(env, 100)
    seen = torch.from_numpy(env.observations.copy())

    network.requires_grad_(False)
    exact = masked_log_probs(network(seen)[0], env.action_masks)
    network.precision = torch.bfloat16
    scores, values = network(seen)
    rough = masked_log_probs(scores, env.action_masks)

    assert (scores.dtype, values.dtype) == (torch.float32, torch.float32)
    assert not torch.equal(exact, rough)
    spread = (exact.exp() * (exact - rough)).sum(dim=-1)
    assert float(spread.max()) < 0.02, spread


def test_a_training_in_few_digits_can_be_repeated_and_begins_where_it_played(tmp_path):
    """The first pass of an update sees the probabilities that the rollout was played with."""
    divergences = []

    def compare(callback):
        model = callback.training.model
        batch = next(model.rollout_buffer.get())
        with torch.no_grad():
            log_probs, _ = model.policy.log_probs(batch.observations, batch.action_masks)
        now = log_probs.gather(-1, batch.actions.long().view(-1, 1)).squeeze(-1)
        ratio = now - batch.old_log_prob
        divergences.append(float((ratio.exp() - 1 - ratio).mean()))

    for out in (tmp_path / "one", tmp_path / "other"):
        training = Training(Args.parse(SMALL, {"precision": "bfloat16"}), out, warn=print)
        assert training.model.policy.network.precision == torch.bfloat16
        training.run(TrainingCallback(training, compare))

    files = [read_weights(tmp_path / name / "policy.safetensors") for name in ("one", "other")]
    assert all(np.array_equal(files[0][name], files[1][name]) for name in files[0])
    assert {table.dtype for table in files[0].values()} == {np.dtype(np.float32)}
    assert len(divergences) > 2
    assert max(divergences) < 1e-4, divergences


def test_illegal_actions_have_no_probability_at_all():
    masks = np.array([[True, False, True], [False, True, False]])
    log_probs = masked_log_probs(torch.tensor([[1.0, 9.0, 2.0], [-3.0, -60.0, 4.0]]), masks)

    probs = probs_of(log_probs)

    assert torch.equal(probs == 0, torch.from_numpy(~masks))
    assert torch.allclose(probs, log_probs.exp())
