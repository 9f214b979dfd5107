"""Parts of the policy ``servo``: goal, sight, learned image Jacobian, moves and skills."""
