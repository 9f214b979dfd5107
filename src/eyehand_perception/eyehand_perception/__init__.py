"""A physical cell as a world: object states from fiducial markers, resets by a person."""
