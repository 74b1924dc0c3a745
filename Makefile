# Needs CPython 3.11 or newer and nothing else. `make demo` and `make test` set everything up.
PYTHON ?= python3
VENV ?= .venv
WORKERS ?= auto
PYTEST_ARGS ?=
FRAMEWORKS ?=
PYTHONS ?= python3.12 python3.13

BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PEERS := $(VENV)/.peers

.PHONY: help venv demo test test-all bench bench-micro peers performance guard check docs frameworks pythons warmup clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv: $(STAMP)  ## create the virtual environment with the pinned dependencies

$(STAMP): pyproject.toml requirements-lock.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "needs CPython 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-lock.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP)  ## train for a few minutes, then play tournaments against other agents
	$(BIN)/got demo

warmup: $(STAMP)  ## compile the kernels and keep them in the disk cache
	$(BIN)/got warmup

test: warmup  ## run the test suite (WORKERS=0 for one process, PYTEST_ARGS for more)
	$(BIN)/python -m pytest -n $(WORKERS) $(PYTEST_ARGS)

test-all: warmup  ## run the longer tier of the test suite too
	$(BIN)/python -m pytest -n $(WORKERS) -m "full or not full" $(PYTEST_ARGS)

bench: warmup  ## measure this machine, then got_env beside other environments
	-@$(MAKE) --no-print-directory peers
	$(BIN)/got bench speed
	$(BIN)/python benchmarks/peers.py

peers: $(PEERS)  ## install the other environments that `make bench` measures

$(PEERS): $(STAMP) requirements-peers-lock.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-peers-lock.txt
	@touch $@

bench-micro: warmup  ## measure single kernels and calls with pytest-benchmark
	$(BIN)/python -m pytest benchmarks/micro -m "not slow" $(PYTEST_ARGS)

performance: warmup peers  ## measure for docs/performance.md and write it (a quiet machine, please)
	$(BIN)/python scripts/performance_page.py --measure

guard: warmup  ## check that the engine is as fast as it was, in terms of a fixed calculation
	$(BIN)/python benchmarks/guard.py

check: $(STAMP)  ## lint, format, types and docs: what a change has to pass beside its tests
	scripts/check

docs: $(STAMP)  ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet

frameworks: warmup  ## run the scripts for other frameworks, each in its own environment (FRAMEWORKS="rllib ..." for some)
	$(BIN)/python scripts/frameworks $(FRAMEWORKS)

pythons: $(STAMP)  ## test with other versions of Python (PYTHONS="python3.12 /path/to/python3.13")
	$(BIN)/python scripts/pythons $(PYTHONS)

clean:  ## remove the virtual environment and everything built
	rm -rf $(VENV) .frameworks .pythons site build dist runs *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
