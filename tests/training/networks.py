"""Networks of random tensors."""

import numpy as np
import torch

from got_env.games import get_game
from got_training.network import SeatNetwork, adjacency_of

GAME = get_game("agot2e")


def made(shape, seed=0):
    """A network of these sizes."""
    torch.manual_seed(seed)
    scale = np.full(shape.tensors()["scale"], 0.2, dtype=np.float32)
    network = SeatNetwork(shape, scale, adjacency_of(GAME, shape))
    with torch.no_grad():
        for tensor in network.parameters():
            tensor += 0.1 * torch.randn_like(tensor)
    return network


def answers(network, seen):
    """Scores and values."""
    with torch.no_grad():
        scores, values = network(torch.from_numpy(seen))
    return scores.numpy(), values.numpy()
