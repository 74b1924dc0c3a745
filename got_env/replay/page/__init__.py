"""A recorded game as one web page: board, story and charts, with nothing else to load."""

from got_env.replay.page.of_replay import page_of
from got_env.replay.page.talk import EVERYTHING
from got_env.replay.page.writer import PageWriter

__all__ = ["EVERYTHING", "PageWriter", "page_of"]
