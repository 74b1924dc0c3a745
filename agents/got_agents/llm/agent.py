"""``llm:URL``: asks a language model for every decision."""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from typing import Literal, TypeVar

from got_agents.base import AgentError, Messages, View
from got_agents.llm.address import address_of, key_in
from got_agents.llm.answers import number_in
from got_agents.llm.chat import Message, Reply, ServerError, complete
from got_agents.llm.counts import Counts
from got_agents.llm.talk import TALK_INSTRUCTIONS, invitation, messages_in
from got_agents.options import parse_arguments
from got_env.core.error_values import short_repr
from got_env.core.press.messages import Heard
from got_env.text import Sheet, sheet_of

INSTRUCTIONS = (
    "You play a board game. You get the position as you know it, what has happened, a question and"
    " a numbered list of legal actions. Choose the action that makes you win. Think briefly, then"
    ' end your answer with JSON that names one number of the list: {"action": 1}'
)

LONGEST_WAIT = 60.0
"""Seconds between two tries at most."""

LONGEST_REPEATED = 2000
"""Characters of an invalid answer that are sent back with the error, the last ones."""

MOST_SECONDS = 86_400.0
MOST_TRIES = 20
MOST_TOKENS = 1_000_000


Answer = TypeVar("Answer")


class _InvalidError(ValueError):
    """Two answers in a row could not be read; the text says what is wrong with the second."""


class LlmAgent:
    """Asks a server with a chat completions API.

    Args:
        url: of the server; requests go to ``URL/chat/completions``.
        model: which of its models to ask.
        key_env: environment variable that holds the key; empty for a server that wants none.
        timeout: seconds for one request and its answer.
        tries: how often a request is sent if the server fails.
        pause: seconds before the second try, doubled before each further one, 60 at most.
        most_tokens: tokens of an answer at most, which the server is asked to keep to.
        temperature: 0 for the answers that the model finds the most likely.
        fallback: what decides after two invalid answers: a random legal action, or the first.

    Attributes:
        counts: what the decisions have cost.

    Raises:
        ValueError: for a bad value; names it and what was expected.
    """

    def __init__(
        self,
        url: str,
        *,
        model: str = "default",
        key_env: str = "",
        timeout: float = 60.0,
        tries: int = 4,
        pause: float = 1.0,
        most_tokens: int = 1024,
        temperature: float = 0.0,
        fallback: Literal["random", "first"] = "random",
    ) -> None:
        self.name = f"llm:{url}"
        self.counts = Counts()
        self._address = address_of(url)
        key_in(key_env)
        _check("timeout", timeout, 0.001, MOST_SECONDS)
        _check("tries", tries, 1, MOST_TRIES)
        _check("pause", pause, 0, LONGEST_WAIT)
        _check("most_tokens", most_tokens, 1, MOST_TOKENS)
        _check("temperature", temperature, 0, 2)
        if fallback not in ("random", "first"):
            raise ValueError(f"fallback={short_repr(fallback)}: expected 'random' or 'first'")
        self._key_env, self._timeout = key_env, timeout
        self._tries, self._pause = tries, pause
        self._fallback = fallback
        self._body = {"model": model, "max_tokens": most_tokens, "temperature": temperature}

    def act(self, view: View) -> int:
        """Choose a legal action.

        Raises:
            AgentError: if the server fails for good.
        """
        page = sheet_of(view)
        if len(page.legal) == 1:
            return page.legal[0]
        began = time.monotonic()
        self.counts.decisions += 1
        try:
            return self._choose(view, page)
        finally:
            self.counts.seconds += time.monotonic() - began

    def talk(self, view: View, heard: Heard) -> Messages:
        """Messages of the seat; none after two invalid answers.

        Raises:
            AgentError: if the server fails for good.
        """
        began = time.monotonic()
        self.counts.talks += 1
        page = f"{sheet_of(view)}\n{invitation(view, heard)}"
        try:
            said = self._answered(
                TALK_INSTRUCTIONS,
                page,
                lambda answer: messages_in(answer, heard),
                '{"messages": []}',
            )
        except _InvalidError as error:
            self._tell_fallback(str(error), "says nothing")
            return []
        finally:
            self.counts.seconds += time.monotonic() - began
        self.counts.messages += len(said)
        return said

    def _choose(self, view: View, page: Sheet) -> int:
        try:
            return self._answered(
                INSTRUCTIONS,
                str(page),
                lambda answer: page.action(number_in(answer, len(page.legal))),
                '{"action": n}',
            )
        except _InvalidError as error:
            self._tell_fallback(str(error), f"plays {self._fallback}")
        return (
            int(view.rng().choice(view.legal)) if self._fallback == "random" else int(view.legal[0])
        )

    def _answered(self, role: str, page: str, read: Callable[[str], Answer], form: str) -> Answer:
        """Content of the model's answer; one that cannot be read is asked for once more.

        Args:
            role: instructions for all questions of a kind.
            page: the question.
            read: reads an answer; ValueError says what is wrong with it.
            form: of a valid answer.

        Raises:
            _InvalidError: if the second answer cannot be read either.
            AgentError: if the server fails for good.
        """
        messages: list[Message] = [
            {"role": "system", "content": role},
            {"role": "user", "content": page},
        ]
        for _ in range(2):
            reply = self._ask(messages)
            try:
                return read(reply.text)
            except ValueError as error:
                self.counts.invalid += 1
                said, problem = reply.text[-LONGEST_REPEATED:], str(error)
                messages += [
                    {"role": "assistant", "content": said},
                    {"role": "user", "content": f"Not valid: {problem}. Answer {form}."},
                ]
        raise _InvalidError(problem)

    def _tell_fallback(self, problem: str, what: str) -> None:
        """Count and say that the agent goes on without the model."""
        self.counts.fallbacks += 1
        print(
            f"{self.name}: two invalid answers, the last: {problem};"
            f" {what} instead ({self.counts})",
            file=sys.stderr,
        )

    def _ask(self, messages: list[Message]) -> Reply:
        """The answer of the server, after retries if need be.

        Raises:
            AgentError: if it fails at every try, or in a way that no retry mends.
        """
        for number in range(1, self._tries + 1):
            self.counts.requests += 1
            try:
                body = {**self._body, "messages": messages}
                reply = complete(self._address, key_in(self._key_env), body, self._timeout)
            except ServerError as error:
                if not error.again or number == self._tries:
                    tries = f" (try {number} of {self._tries})" if error.again else ""
                    raise AgentError(f"{self.name}: the server {error}{tries}") from None
                self.counts.retries += 1
                time.sleep(min(LONGEST_WAIT, max(error.wait, self._pause * 2 ** (number - 1))))
            else:
                self.counts.prompt_tokens += reply.prompt_tokens
                self.counts.answer_tokens += reply.answer_tokens
                self.counts.estimated += reply.estimated
                return reply
        raise AssertionError("every try returns or raises")


def llm_agent(server: str) -> LlmAgent:
    """The agent of a specification: ``URL``, then options: ``URL,model=NAME,key_env=VARIABLE``.

    Raises:
        ValueError: for a bad URL or option; names it.
    """
    if not server.partition(",")[0]:
        raise ValueError("expected llm:URL, a server such as llm:http://localhost:8080/v1")
    given, options = parse_arguments(LlmAgent, f"url={server}", "llm")
    return LlmAgent(*given, **options)


def _check(name: str, value: float, low: float, high: float) -> None:
    if not (math.isfinite(value) and low <= value <= high):
        raise ValueError(f"{name}={short_repr(value)}: expected {low:g} to {high:g}")
