"""SROS2 enclaves: whose keys a process uses. Without security they change nothing."""

from __future__ import annotations


def enclave_of(node: str) -> str:
    """Return the enclave of a node of the stack."""
    return f"/eyehand/{node}"


def enclave_arguments(node: str) -> list[str]:
    """Return the ROS arguments that put the process of a node into its enclave."""
    return ["--enclave", enclave_of(node)]
