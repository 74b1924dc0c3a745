"""Environments that a user might pick instead, measured in one run on one core beside ours."""
