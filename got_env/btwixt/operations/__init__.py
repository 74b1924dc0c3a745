"""One file for each family of the fifteen operations in which card abilities are written."""
