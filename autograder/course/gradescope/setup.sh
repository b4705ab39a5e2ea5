#!/usr/bin/env bash
# Runs once, as root, when Gradescope builds the image: Python, and the packages that the kit needs.
set -euo pipefail
root="${AUTOGRADER_ROOT:-/autograder}"

find_python() {
    for name in python3.14 python3.13 python3.12 python3.11; do
        if "$name" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            echo "$name"
            return
        fi
    done
}
python="$(find_python)"
if [ -z "$python" ]; then
    apt-get update
    apt-get install -y python3.12 python3.12-venv || apt-get install -y python3.11 python3.11-venv
    python="$(find_python)"
fi
if [ -z "$python" ]; then
    echo "Python 3.11 or newer is needed; choose a newer base image (Ubuntu 24.04)" >&2
    exit 1
fi
"$python" -m venv "$root/env"
# For the CPU build of torch, which is a tenth of the size, put the line that PyTorch's "Get started"
# page gives for it here, with the version that requirements.txt names.
"$root/env/bin/python" -m pip install --quiet -r "$root/source/requirements.txt"
PYTHONPATH="$root/source/kit" "$root/env/bin/python" -m autograder doctor || true
