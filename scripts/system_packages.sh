#!/usr/bin/env bash
# The one list of what Rostra and its tests want from the system, installed where we may.
#
# Each line: a command that succeeds when the thing is there, its Debian package, what it is for.
# Where we may not install (no root, no password-free sudo, no apt) we say what is missing and go
# on: whatever truly needs it fails by itself, with its own message.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted() {
    cat <<'LIST'
python3 -c 'import ensurepip'|python3-venv|make the private environment for uv
LIST
}

missing=()
while IFS='|' read -r probe package purpose; do
    if ! bash -c "$probe" >/dev/null 2>&1; then
        echo "missing: $package ($purpose)" >&2
        missing+=("$package")
    fi
done < <(wanted)

if [ "${#missing[@]}" -eq 0 ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null; then
    echo "Install the packages named above with your system's package manager." >&2
    exit 0
fi
as_root=()
if [ "$(id -u)" -ne 0 ]; then
    if ! sudo -n true 2>/dev/null; then
        echo "Not root: sudo apt-get install ${missing[*]}" >&2
        exit 0
    fi
    as_root=(sudo -n)
fi
${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}" >&2 ||
    echo "Could not install: ${missing[*]}; going on without." >&2
