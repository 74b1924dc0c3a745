"""Tournaments, ratings and throughput measurements."""
