"""Agents that talk, well and badly."""

import time

from got_agents.random_agent import RandomAgent


class Talker(RandomAgent):
    """Greets all, and tells one other what it has heard last."""

    def talk(self, view, heard):
        others = [name for name in heard.players if name != heard.players[heard.seat]]
        last = heard.messages[-1].text[:40] if heard.messages else "nothing"
        return [("all", f"{heard.players[heard.seat]} greets"), ([others[0]], f"I heard: {last}")]


class Listener(RandomAgent):
    """Fails at its first decision in which it has been told nothing."""

    def act(self, view):
        assert view.heard is not None
        assert any(message.sender != view.seat for message in view.heard.messages)
        return super().act(view)


class Loud(RandomAgent):
    def talk(self, view, heard):
        return [("all", "A" * (heard.longest + 1))]


class Chatty(RandomAgent):
    def talk(self, view, heard):
        return [("all", "again")] * (heard.most + 1)


class Broken(RandomAgent):
    def talk(self, view, heard):
        raise RuntimeError("no words")


class Slow(RandomAgent):
    def talk(self, view, heard):
        time.sleep(600)


class Odd(RandomAgent):
    def talk(self, view, heard):
        return 7
