"""Starting the nodes of an episode in isolation, watching them and stopping them for certain."""
