"""The arguments of a league from a policy, a folder and what the user asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from got_agents.consent import check_consent, check_data_dir
from got_agents.policy import load_policy
from got_env.core.error_values import short_repr
from got_env.games import games_with, get_game
from got_training.cli_flags import LEAGUE_MINUTES
from got_training.evaluation import baselines_of
from got_training.league.args import LeagueArgs
from got_training.league.state import STATE_FILE, read_state


def args_from_policy(start: Path, *layers: Mapping[str, Any]) -> LeagueArgs:
    """Arguments of a new league; what is not asked for is that of the policy it starts from.

    Args:
        start: folder of the policy.
        layers: what is asked for, later ones before earlier ones.

    Raises:
        ValueError: for a bad policy, an unknown name or a bad value; names it.
    """
    asked = {name: value for layer in layers for name, value in layer.items()}
    data_dir = asked.get("data_dir")
    if isinstance(data_dir, str) and data_dir:
        games_with(data_dir)  # so that a policy for these data is known
    card = load_policy(start)[0]
    if asked.get("game", card.game) != card.game:
        raise ValueError(f"{start}: a policy of {card.game}: expected {short_repr(asked['game'])}")
    game = get_game(card.game, data_dir or None)
    scripted = [] if game.players.scripted is None else ["heuristic"]
    usual = {
        **{"game": card.game, "players": card.players, "options": dict(card.options)},
        **{"opponents": scripted, "rated": [agent.name for agent in baselines_of(game)]},
    }
    return LeagueArgs.parse(usual, _limited(asked, {}))


def args_from_folder(out: Path, trust_agents: bool, *layers: Mapping[str, Any]) -> LeagueArgs:
    """Arguments of a league that is resumed: those of its folder, and what is asked for.

    Args:
        out: the folder, which may come from somebody else.
        trust_agents: agents that only the folder names may run programs, read folders and import
            modules.
        layers: what is asked for, later ones before earlier ones.

    Raises:
        ValueError: if the folder holds no league or a damaged one, or names agents or data that
            need the user's consent; says which.
    """
    asked = {name: value for layer in layers for name, value in layer.items()}
    kept, file = read_state(out).args, out / STATE_FILE
    check_data_dir(kept.get("data_dir"), asked, file)
    if asked.get("data_dir"):
        kept = {**kept, "data_dir": asked["data_dir"]}
    try:
        missing = [item.name for item in fields(LeagueArgs) if item.name not in kept]
        if missing:
            raise ValueError(f"{missing[0]} is missing")
        LeagueArgs.parse(kept)
    except ValueError as error:
        raise ValueError(f"{file}: args: {error}") from error
    args = LeagueArgs.parse(kept, _limited(asked, kept))
    for name in ("opponents", "rated"):
        if name not in asked:
            check_consent(getattr(args, name), file, f"{name} in --config", trust_agents)
    return args


def _limited(asked: Mapping[str, Any], kept: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments asked for, with a limit if there is none at all."""
    limits = ("minutes", "rounds")
    if any(layer.get(name) for layer in (kept, asked) for name in limits):
        return dict(asked)
    return {**asked, "minutes": LEAGUE_MINUTES}
