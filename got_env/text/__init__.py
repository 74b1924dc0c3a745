"""Games in words for readers that see no board: language models, screen readers, logs.

See docs/text.md.
"""

from got_env.text.sheet import Sheet, sheet, sheet_of
from got_env.text.sizes import MOST_CHARACTERS, estimated_tokens

__all__ = ["MOST_CHARACTERS", "Sheet", "estimated_tokens", "sheet", "sheet_of"]
