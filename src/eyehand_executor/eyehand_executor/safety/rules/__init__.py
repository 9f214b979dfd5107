"""The safety rules, one a module. Importing this package registers all of them."""

from eyehand_executor.safety.rules import agent, camera, clock, effort, joint_states, speed

__all__ = ["agent", "camera", "clock", "effort", "joint_states", "speed"]
