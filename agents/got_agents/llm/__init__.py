"""An agent that asks a language model behind a chat completions API; see docs/agents.md."""
