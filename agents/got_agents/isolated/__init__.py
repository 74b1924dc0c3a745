"""Agents that play in processes of their own, which get views and answer numbers."""
