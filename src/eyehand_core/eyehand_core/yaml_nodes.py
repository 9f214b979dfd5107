"""Walking over the node tree of a YAML file, which knows the line of everything."""

from __future__ import annotations

from collections.abc import Iterator

import yaml


def repeated_lines(root: yaml.Node) -> Iterator[int]:
    """Yield the lines of nodes that stand in more than one place, which only aliases can do."""
    seen: set[int] = set()
    waiting = [root]
    while waiting:
        node = waiting.pop()
        if id(node) in seen:
            yield int(node.start_mark.line) + 1
            continue
        seen.add(id(node))
        if isinstance(node, yaml.SequenceNode):
            waiting += node.value
        elif isinstance(node, yaml.MappingNode):
            waiting += [part for pair in node.value for part in pair]


def child_at(node: yaml.Node | None, step: str | int, line: int) -> tuple[yaml.Node | None, int]:
    """Return the child of ``node`` at a key or list position, and its line.

    If there is none, the child is None and the line stays ``line``.
    """
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        child = node.value[step]
        return child, int(child.start_mark.line) + 1
    if isinstance(node, yaml.MappingNode):
        for key_node, value_node in node.value:
            if str(key_node.value) == step:
                return value_node, int(key_node.start_mark.line) + 1
    return None, line
