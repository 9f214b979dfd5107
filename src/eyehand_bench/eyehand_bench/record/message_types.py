"""Message types made from the definitions that a bag carries."""

from __future__ import annotations

from functools import lru_cache

from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from rosbags.typesys.store import Typestore


# A definition takes far longer to read than its messages, and all bags of one version share theirs.
@lru_cache(maxsize=256)
def types_of(type_name: str, definition: str) -> Typestore:
    """Return a store with the type ``package/msg/Name`` and all that its definition uses.

    Raises:
        Exception: whatever rosbags raises for a definition that it cannot read.
    """
    store = get_typestore(Stores.EMPTY)
    store.register(get_types_from_msg(definition, type_name))
    return store
