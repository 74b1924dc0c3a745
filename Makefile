# Needs CPython 3.11 or newer and nothing else. `make demo` and `make test` set everything up.
PYTHON ?= python3
VENV ?= .venv
WORKERS ?= auto
PYTEST_ARGS ?=
FRAMEWORKS ?=
ELSEWHERE ?=
PYTHONS ?= python3.12 python3.13

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
STAMP := $(VENV)/.installed
# The engine with what it needs itself: kernels compile while the rest is being installed.
ENGINE := $(VENV)/.engine
PEERS := $(VENV)/.peers
# Neighbours stay in one process, which makes once what they share; whoever ends first takes from the other.
TEST = $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal
# What to put before the installation of the rest.
LATER :=
# Two recipes at a time, unless this make was told a number itself.
TWO = $(if $(findstring -j,$(MAKEFLAGS))$(findstring --jobserver,$(MAKEFLAGS)),,-j2)

# Tests start hundreds of processes, and each would compile all sources anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help venv ready demo first-game quick test longer test-all seconds elsewhere bench bench-micro peers performance guard check docs frameworks pythons warmup clean

help:  ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

venv: $(STAMP)  ## create the virtual environment with the pinned dependencies

# Versions are those of requirements-lock.txt, of which the engine needs only some. Left to Python,
# compiling the sources of the rest is done when they are imported, which few of them ever are.
$(ENGINE): pyproject.toml requirements-lock.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "needs CPython 3.11 or newer: make PYTHON=python3.11 ...")'
	$(PYTHON) -m venv $(VENV)
	$(PIP) install -c requirements-lock.txt setuptools
	$(PIP) install -c requirements-lock.txt --no-build-isolation -e .
	@touch $@

$(STAMP): $(ENGINE)
	$(LATER) $(PIP) install --no-compile -r requirements-lock.txt
	@touch $@

# The rest waits for the cores until the first moves are on the screen.
demo: $(ENGINE)  ## watch a game, train for a minute, then play tournaments against other agents
	@$(MAKE) --no-print-directory $(TWO) LATER="nice -n 19" first-game venv
	$(BIN)/got demo --no-first-game

first-game: $(ENGINE)
	$(BIN)/got demo --first-game

warmup: $(ENGINE)  ## compile the kernels and keep them in the disk cache
	$(BIN)/got warmup

ready:  ## set everything up: kernels compile while the rest is being installed
	@$(MAKE) --no-print-directory $(TWO) warmup venv

quick: ready  ## test the rules and one thing of each surface: a verdict in a minute
	$(TEST) --tier quick $(PYTEST_ARGS)

test: ready  ## test all that users rely on (WORKERS=0 for one process, PYTEST_ARGS for more)
	$(TEST) $(PYTEST_ARGS)

longer: ready  ## run the tests that `make test` leaves out: all combinations, long checks
	$(TEST) --tier longer $(PYTEST_ARGS)

test-all: test longer  ## run all tests

seconds: ready  ## run all tests and write down what each takes, which decides where it runs
	$(TEST) --tier all --write-seconds $(PYTEST_ARGS)

elsewhere: $(STAMP)  ## run `make test` as on other machines (ELSEWHERE="blas-zen ..." for some rows)
	$(BIN)/python scripts/elsewhere $(ELSEWHERE)

bench: ready  ## measure this machine, then got_env beside other environments
	-@$(MAKE) --no-print-directory peers
	$(BIN)/got bench speed
	$(BIN)/python benchmarks/peers.py

peers: $(PEERS)  ## install the other environments that `make bench` measures

$(PEERS): $(STAMP) requirements-peers-lock.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-peers-lock.txt
	@touch $@

bench-micro: ready  ## measure single kernels and calls with pytest-benchmark
	$(BIN)/python -m pytest benchmarks/micro -m "not slow" $(PYTEST_ARGS)

performance: ready peers  ## measure for docs/performance.md and write it (a quiet machine, please)
	$(BIN)/python scripts/performance_page.py --measure

guard: ready  ## check that the engine is as fast as it was, in terms of a fixed calculation
	$(BIN)/python benchmarks/guard.py

check: $(STAMP)  ## lint, format, types and docs: what a change has to pass beside its tests
	scripts/check

docs: $(STAMP)  ## build the documentation into site/
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

frameworks: ready  ## run the scripts for other frameworks, each in its own environment (FRAMEWORKS="rllib ..." for some)
	$(BIN)/python scripts/frameworks $(FRAMEWORKS)

pythons: $(STAMP)  ## test with other versions of Python (PYTHONS="python3.12 /path/to/python3.13")
	$(BIN)/python scripts/pythons $(PYTHONS)

clean:  ## remove the virtual environment and everything built
	rm -rf $(VENV) .frameworks .pythons .elsewhere site build dist runs *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
