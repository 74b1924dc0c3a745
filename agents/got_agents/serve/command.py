"""The command ``got serve``; slow imports are deferred."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from got_env.cli.completion import complete_agents, complete_games
from got_env.cli.console import parse_options
from got_env.core.extras import MissingExtraError, how_to_install

LIBRARIES = ("starlette", "uvicorn", "websockets")
"""Libraries of the server."""

PAUSE, LIMIT = 0.5, 300.0


def serve(
    game: Annotated[str, typer.Option(help="Game code.", autocompletion=complete_games)] = "agot2e",
    players: Annotated[
        int | None, typer.Option(help="Number of players.", show_default="the most of the game")
    ] = None,
    seats: Annotated[
        str,
        typer.Option(
            help="Who plays, by seat, separated by commas: human for a person, or agents. The last"
            " one takes all seats that are left.",
            autocompletion=complete_agents,
        ),
    ] = "human,heuristic",
    tides: Annotated[bool, typer.Option("--tides", help="Play with Tides of Battle.")] = False,
    option: Annotated[
        list[str] | None, typer.Option(help="Option of the game, key=value; may be repeated.")
    ] = None,
    press: Annotated[
        str,
        typer.Option(help="Talk between the players: on, or moments=planning+bids,rounds=1,..."),
    ] = "off",
    clock: Annotated[
        int,
        typer.Option(
            help="Minutes that each person has for the game at the first table; then the script"
            " decides. 0: as many as they like."
        ),
    ] = 0,
    seed: Annotated[
        int | None,
        typer.Option(help="Seed of the game; who knows it knows the decks.", show_default="random"),
    ] = None,
    folder: Annotated[
        Path, typer.Option(file_okay=False, help="Where the tables are kept, and taken up again.")
    ] = Path("got-tables"),
    data_dir: Annotated[
        Path | None, typer.Option(help="Your own folder of board and card files.")
    ] = None,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any free one.")] = 8000,
    pause: Annotated[
        float, typer.Option(min=0, help="Seconds between decisions at a table without people.")
    ] = PAUSE,
    time_limit: Annotated[
        float,
        typer.Option(
            min=0,
            help="Seconds for a decision of an agent that is not of this package; 0: no limit.",
        ),
    ] = LIMIT,
    trust_agents: Annotated[
        bool,
        typer.Option("--trust-agents", help="Start any agent that the files of the folder name."),
    ] = False,
) -> None:
    """Play in the browser, alone or with others, against any agents.

    Prints a link for each person, one to watch, and one to the lobby, where more tables are made.
    Every decision is kept in the folder: started again with the same folder, the server goes on
    with all its tables, under the links it has given out before.

    Example: got serve --players 4 --seats human,human,heuristic
    """
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise MissingExtraError(f"got serve needs {', '.join(missing)}: {how_to_install('web')}")
    from got_agents.serve.server import Wanted, listen, run
    from got_agents.serve.table_store import TableStore
    from got_agents.serve.tables import Settings, Tables

    options = parse_options(option, tides)
    wanted = Wanted.of(game, players, seats, options, seed, press, data_dir, clock)
    with listen(host, port) as listener, TableStore(folder) as store:
        own = wanted.game if wanted.game.identity.data_dir else None
        settings = Settings(pause, time_limit, frozenset(wanted.seats), trust_agents, own)
        run(Tables(store, settings), wanted, listener, host)
