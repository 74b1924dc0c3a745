"""Costs of the decisions of a language model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Counts:
    """Sums over all decisions of an agent so far."""

    decisions: int = 0
    """Decisions that the model was asked about; a single legal action is played unasked."""
    requests: int = 0
    """Requests that were sent, those sent again among them."""
    retries: int = 0
    """Requests sent again, because the server failed."""
    invalid: int = 0
    """Answers that named no legal action."""
    fallbacks: int = 0
    """Decisions that the fallback took, after two invalid answers."""
    talks: int = 0
    """Times the model was asked what it wants to say."""
    messages: int = 0
    """Messages that it has sent."""
    prompt_tokens: int = 0
    answer_tokens: int = 0
    estimated: int = 0
    """Answers whose tokens the server did not tell: theirs are estimated."""
    seconds: float = 0.0
    """Time between question and decision, waiting for retries included."""

    def __str__(self) -> str:
        """All of it on a line."""
        rough = f" ({self.estimated} answers estimated)" if self.estimated else ""
        talk = f" {self.talks} times asked to talk, {self.messages} messages," if self.talks else ""
        return (
            f"{self.decisions} decisions,{talk} {self.requests} requests, {self.retries} retries,"
            f" {self.invalid} invalid answers, {self.fallbacks} fallbacks,"
            f" {self.prompt_tokens} + {self.answer_tokens} tokens{rough}, {self.seconds:.1f} s"
        )
