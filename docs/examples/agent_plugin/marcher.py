"""An agent in a package of its own: it marches wherever it can."""

from got_agents.base import View

FAVOURITES = {"first": 0, "last": -1}


class Marcher:
    """Prefers march orders and destinations to everything else.

    Args:
        pick: which of the favourites to take, ``first`` or ``last``.
    """

    name = "marcher"

    def __init__(self, *, pick: str = "first") -> None:
        if pick not in FAVOURITES:
            raise ValueError(f"pick={pick}: expected one of {', '.join(FAVOURITES)}")
        self._place = FAVOURITES[pick]

    def act(self, view: View) -> int:
        """Choose a legal action."""
        texts = {int(a): view.game.actions.text(view.states, 0, int(a)) for a in view.legal}
        liked = [a for a, text in texts.items() if "march" in text and not text.endswith("done")]
        choices = liked or list(texts)
        return choices[self._place]
