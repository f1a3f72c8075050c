#!/usr/bin/env bash
# Build .tools: pip, uv and the build backend at pinned versions, beside the project's environment.
set -euo pipefail
cd "$(dirname "$0")/.."

python=$(scripts/python.sh)
if ! "$python" -c 'import ensurepip' >/dev/null 2>&1; then
    scripts/system_packages.sh python3-venv
fi
"$python" -m venv --clear .tools
.tools/bin/python -m pip install --quiet --disable-pip-version-check \
    --require-hashes -r requirements-tools.lock
