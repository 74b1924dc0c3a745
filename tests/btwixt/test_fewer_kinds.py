"""Own data with fewer different standard cards than actions name: the others are never used."""

import json

import numpy as np
import pytest

from got_agents.base import Views
from got_agents.registry import make_agent
from got_env import VectorEnv, btwixt_v0
from got_env.btwixt.facts.reading import SHIPPED, read_facts
from got_env.btwixt.rules.vocabulary import STANDARD_CARDS, STANDARD_KINDS
from got_env.core.written import Looks, faults_of_play
from got_env.games import get_game
from tests.btwixt.test_conservation import VARIANTS, faults_of
from tests.copies import writable_copy
from tests.rules.marks import rule


def of_kinds(folder, count):
    """The package's data with so many different standard cards, 62 together."""
    writable_copy(SHIPPED, folder)
    path = folder / "influence_standard.json"
    data = json.loads(path.read_text())
    more = [{**data["cards"][0], "id": f"more_{i}"} for i in range(count - len(data["cards"]))]
    data["cards"] = data["cards"][:count] + more
    for i, card in enumerate(data["cards"]):
        card["copies"] = STANDARD_CARDS // count + (i < STANDARD_CARDS % count)
    path.write_text(json.dumps(data))
    return folder


@pytest.fixture(scope="module", params=[1, 10, 21], ids=lambda count: f"{count}-kinds")
def folder(request, tmp_path_factory):
    return of_kinds(tmp_path_factory.mktemp("own") / "data", request.param)


@pytest.fixture(scope="module")
def ten(tmp_path_factory):
    return of_kinds(tmp_path_factory.mktemp("own") / "data", 10)


@pytest.mark.parametrize("options", VARIANTS)
def test_whole_games_with_ten_kinds_lose_no_piece(ten, options):
    game = get_game("btwixt", ten)
    for seed in range(4):
        found, looked = faults_of(game, 10, seed, **options)
        assert not found, (seed, found)
        assert looked > 500


def test_positions_of_games_with_ten_kinds_lead_back(ten):
    game, looks = get_game("btwixt", ten), Looks(most=4, every=20)
    for seed in range(4):
        assert list(faults_of_play(game, seed, looks)) == []
    assert looks.looked > 60


@rule("BTW-ACT-01")
def test_other_cards_keep_their_actions_and_unused_ones_are_never_legal(folder):
    shipped, game = get_game("btwixt"), get_game("btwixt", folder)
    kinds = len(read_facts(folder).standard.cards)
    assert game.actions.names[STANDARD_KINDS:] == shipped.actions.names[STANDARD_KINDS:]
    assert len(set(game.actions.names)) == game.actions.size == shipped.actions.size
    assert game.observation.constants["copies"][:STANDARD_KINDS].sum() == STANDARD_CARDS
    assert not game.observation.constants["copies"][kinds:STANDARD_KINDS].any()

    for options in ({"advanced": True}, {"draft": True}):
        env = VectorEnv("btwixt", 8, 4, seed=3, options=options, data_dir=folder)
        rng, used = np.random.default_rng(kinds), set()
        for _ in range(300):
            masks = env.action_masks
            assert not masks[:, kinds:STANDARD_KINDS].any()
            assert not env.blocks["cards"][:, kinds:STANDARD_KINDS].any()
            used |= set(np.flatnonzero(masks[:, :STANDARD_KINDS].any(axis=0)).tolist())
            env.step(np.argmax(rng.random(masks.shape) * masks, axis=1))
        assert used == set(range(kinds))


def test_games_are_told_drawn_and_played_by_every_player(folder):
    """Texts name each legal action and lead back; the scripted player and the search decide."""
    game = get_game("btwixt", folder)
    env = btwixt_v0.raw_env(players=4, data_dir=folder)
    env.reset(seed=2)
    rng = np.random.default_rng(2)
    agents = [make_agent(spec) for spec in ("heuristic", "steward", "greedy", "ismcts:sims=8")]
    for turn in range(60):
        texts = [game.actions.text(env.states, 0, action) for action in env.legal_actions()]
        parsed = [game.actions.parse(env.states, 0, text) for text in texts]
        assert parsed == list(env.legal_actions())
        assert "unused" not in " ".join(texts) + json.dumps(game.words.snapshot(env.states, 0))
        if turn % 10 == 0:
            assert game.words.picture(env.states, 0).startswith("<svg")
            mask = np.zeros((1, game.actions.size), dtype=np.bool_)
            game.kernels.action_mask(env.states, mask)
            seats = np.zeros(1, dtype=np.int8)
            game.kernels.current_player(env.states, seats)
            known = env.states.copy()
            game.kernels.redact(known, seats)
            for agent in agents:
                view = next(iter(Views(game, known, seats, mask, np.array([turn]))))
                assert mask[0, agent.act(view)]
        env.step(int(rng.choice(env.legal_actions())))


@pytest.mark.parametrize("count", [0, 23])
def test_too_many_kinds_and_none_are_refused_in_one_line(tmp_path, count):
    folder = of_kinds(tmp_path / "own", max(count, 1))
    if count == 0:
        path = folder / "influence_standard.json"
        path.write_text(json.dumps(json.loads(path.read_text()) | {"cards": []}))
    with pytest.raises(ValueError, match=rf"cards: {count} different cards: expected 1 to 22$"):
        get_game("btwixt", folder)
