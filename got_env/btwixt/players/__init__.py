"""Players in compiled code: the scripted player and the search."""
