#!/usr/bin/env bash
# Print a Python that can hold Rostra. A name on the path is not enough: a version manager's shim
# answers to names whose version is not installed, so each candidate is asked.
set -euo pipefail

for name in "${PYTHON:-python3}" python3.13 python3.12 python3.11 python3.14 python; do
    if "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then
        "$name" -c 'import sys; print(sys.executable)'
        exit 0
    fi
done
echo "Rostra needs Python 3.11 or newer. Install it, or name it: make PYTHON=/path/to/python" >&2
exit 1
