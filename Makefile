# Each target sets up what it needs first; a set-up that is complete takes about a second to confirm.

BIN := .eyehand/runtime/bin
ENV := . .eyehand/env.sh
# Whatever starts make in the background has it ignore signals that some tests send.
PYTEST := $(ENV) && env --default-signal=INT,HUP $(BIN)/python -m pytest
QUICK := not sim and not ros and not gazebo and not slow_setup

# It would send Python to another installation for its own library.
unexport PYTHONHOME

.DEFAULT_GOAL := help
.PHONY: help setup demo test test-fast test-gazebo lint format clean

help: ## List the targets.
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 12

setup: ## Make the environments and build the workspace.
	@./bootstrap/setup.sh

demo: setup ## Run and record one episode through the real nodes.
	@./eyehand demo

# Nodes wait with deadlines by the wall clock; their tests run one at a time.
test: setup lint ## Check everything: linters, types, all tests.
	@$(PYTEST) -n auto -m "not ros and not gazebo and not slow_setup"
	@$(PYTEST) -m "(ros or gazebo) and not slow_setup"

test-fast: setup lint ## Check what needs neither physics nor nodes.
	@$(PYTEST) -n auto --hypothesis-profile=quick -m "$(QUICK) and not slow"

test-gazebo: setup ## Play two tasks on real Gazebo 11 physics, fetched into .eyehand/ first.
	@$(PYTEST) -m gazebo

lint: setup ## Check style and types.
	@$(BIN)/python -m ruff check --quiet .
	@$(BIN)/python -m mypy

format: setup ## Bring the code into the common format.
	@$(BIN)/python -m ruff check --quiet --fix . ; $(BIN)/python -m ruff format .

clean: ## Remove everything that set-up has made.
	rm -rf .eyehand
