#!/usr/bin/env bash
# Run uv. It stands beside the project's environment, never in it: the one on the path if it
# answers, else a pinned one in .tools.
set -euo pipefail
cd "$(dirname "$0")/.."

if uv --version >/dev/null 2>&1; then
    exec uv "$@"
fi
if ! .tools/bin/uv --version >/dev/null 2>&1; then
    scripts/tools.sh >&2
fi
exec .tools/bin/uv "$@"
