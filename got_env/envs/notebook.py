"""Environments in notebooks: shown as the picture of their game."""

from __future__ import annotations

from abc import abstractmethod


class Pictured:
    """An environment that notebooks show as what its player knows of the running game."""

    @abstractmethod
    def picture(self) -> str | None:
        """The game as an SVG document; None if none is running, or if it is not drawn."""

    def _repr_svg_(self) -> str | None:
        """The picture, for IPython; None: it shows the usual text."""
        return self.picture()

    def _repr_html_(self) -> str | None:
        """The picture as wide as the page, for notebooks."""
        drawn = self.picture()
        return None if drawn is None else f'<div style="max-width:75rem">{drawn}</div>'
