"""Pictures of layout scenes: drawn by rule, or made by an image service."""
