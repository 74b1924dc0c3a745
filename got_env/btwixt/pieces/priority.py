"""Priority of two abilities in conflict: that of an ally has its way. Rule: BTW-PREC-02.

Every kernel that lets one ability stand in the way of another asks here. An ability is named by the
card or ally it is printed on, as SOURCE of a frame does.
"""

from __future__ import annotations

from got_env.btwixt.rules.vocabulary import ALLY_SOURCE
from got_env.core.jit import kernel

ANY_ALLY = ALLY_SOURCE
"""In place of a source, where it matters only that it is an ally."""


@kernel
def is_of_ally(source):
    """True if an ability is printed on an ally."""
    return source >= ALLY_SOURCE


@kernel
def gives_way(source, other):
    """True if an ability is set aside where it is in conflict with another one."""
    return not is_of_ally(source) and is_of_ally(other)
