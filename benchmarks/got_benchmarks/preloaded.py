"""Imported by the server that new processes are forked from: they find the kernels loaded."""

import os

from got_benchmarks.workers import PRELOADED_GAME, load_kernels

load_kernels(os.environ[PRELOADED_GAME])
