"""Learning on the pretended device of `far_device`, in a process of its own.

Arguments: ``train`` or ``imitate``, the arguments as JSON, and the folder; then the data set of an
imitation, or ``resume`` to go on with a training.
"""

import json
import sys
from pathlib import Path

from got_env.games import GAMES
from got_training import training as training_module
from got_training.args import Args
from got_training.imitation import learning
from got_training.imitation.args import ImitationArgs
from tests.toy.taking import TAKING
from tests.training.far_device import FarTensor, far_device


def train(args, out, more):
    training = training_module.Training(Args.parse(args), out, more == "resume")
    training.run()
    tensors = [*training.model.policy.network.state_dict().values()]
    for kept in training.model.policy.optimizer.state.values():
        tensors += kept.values()
    assert all(isinstance(tensor.data, FarTensor) for tensor in tensors)


def imitate(args, out, more):
    learning.Imitation(ImitationArgs.parse(args), Path(more), out).run()


if __name__ == "__main__":
    GAMES[TAKING.code] = TAKING
    device, _kept = far_device()
    training_module.chosen_device = learning.chosen_device = lambda name: device
    what, given, folder, *rest = sys.argv[1:]
    {"train": train, "imitate": imitate}[what](json.loads(given), Path(folder), "".join(rest))
