# Everything that a fresh machine with Python >= 3.11 needs is here: `make demo` or `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
ASSIGNMENTS ?= attention softmax

.PHONY: help demo test check format docs release bench bench-feedback bench-judge bench-sandbox fuzz lock clean

help:
	@echo "make demo           a class graded end to end, in demo-course/"
	@echo "make test           all tests"
	@echo "make check          format, lint, types, directions of import"
	@echo "make bench          a class, graded by us, by nbgrader and by Otter"
	@echo "make bench-feedback feedback pages of a class, by us and by nbgrader; exports"
	@echo "make bench-judge    what the hidden cases and a diagnosis cost"
	@echo "make bench-sandbox  what a confined submission costs, against nbgrader's own"
	@echo "make fuzz           throws bytes at what reads strangers' bytes, FUZZ_SECONDS=60 each"
	@echo "make release        build release/, release-zh/ and solutions/ from source/"
	@echo "make format         put the code in its format"
	@echo "make docs           write docs/cli.md from the commands' own help"
	@echo "make lock           write requirements.lock anew from pyproject.toml"

$(READY): requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; name one: make PYTHON=python3.12")'
	@echo "setting up $(VENV) from requirements.lock: about 1.5 GB, a minute or more"
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(READY)
	$(BIN)/python -m demo

test: $(READY)
	$(BIN)/python -m pytest -n auto --dist worksteal

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The peers' environment takes 1.5 GB and some minutes; the run itself the better part of an hour.
.venv-peers/.ready: benchmarks/peers.txt
	$(PYTHON) -m venv .venv-peers
	.venv-peers/bin/python -m pip install --quiet --disable-pip-version-check -r benchmarks/peers.txt
	@touch $@

bench: $(READY) .venv-peers/.ready
	$(BIN)/python -m benchmarks.grading

bench-feedback: $(READY)
	$(BIN)/python -m benchmarks.feedback

bench-judge: $(READY)
	$(BIN)/python -m benchmarks.judge

bench-sandbox: $(READY)
	$(BIN)/python -m benchmarks.sandbox

# With atheris in the environment (pip install -e '.[fuzz]') by coverage, else by chance.
fuzz: $(READY)
	for target in notebook archive wire; do \
	  $(BIN)/python -m tests.fuzz $$target $${FUZZ_SECONDS:-60} || exit 1; done

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(READY)
	$(BIN)/python -m autograder.cli.reference

# nbgrader starts alembic by name, so the environment's folder has to be on PATH.
release: $(READY)
	set -e; for name in $(ASSIGNMENTS); do \
	  PATH="$(abspath $(BIN)):$$PATH" nbgrader generate_assignment $$name --force; \
	  PATH="$(abspath $(BIN)):$$PATH" nbgrader generate_solution $$name --force; \
	  $(BIN)/autograder release $$name --lang zh --force; \
	done

lock:
	rm -rf $(VENV).lock
	$(PYTHON) -m venv $(VENV).lock
	$(VENV).lock/bin/python -m pip install --quiet torch==2.13.0 setuptools '.[dev]'
	{ echo "# Exact versions, written by 'make lock'."; \
	  $(VENV).lock/bin/python -m pip freeze --all --exclude attention-grading-kit --exclude pip \
	  | sed 's/+cpu$$//'; } > requirements.lock
	rm -rf $(VENV).lock

clean:
	rm -rf $(VENV) demo-course
