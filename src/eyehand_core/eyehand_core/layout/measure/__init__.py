"""What layout episodes say: metrics with exact formulas, and control experiments."""
