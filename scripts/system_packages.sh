#!/usr/bin/env bash
# The one list of what Rostra and its tests want from the system, installed where we may:
# `system_packages.sh python3-venv` only what is named, without names all of it.
#
# Each line: the Debian package, what it is for, and a command that succeeds when it is not missing.
# Where we may not install (no root, no password-free sudo, no apt) we say what is missing and go
# on: whatever truly needs it fails by itself, with its own message.
set -euo pipefail
cd "$(dirname "$0")/.."

wanted() {
    cat <<'LIST'
python3-venv|make the private environment for uv|python3 -c 'import ensurepip'
build-essential|build the tests' Redis, ready-made up to Python 3.12|is_up_to_python_312 || cc --version
chromium|show pages made by scripts|command -v chromium chromium-browser google-chrome google-chrome-stable
LIST
}

is_up_to_python_312() {
    "$(scripts/python.sh)" -c 'import sys; sys.exit(sys.version_info >= (3, 13))'
}

missing=()
while IFS='|' read -r package purpose probe; do
    if [ "$#" -gt 0 ] && [[ " $* " != *" $package "* ]]; then
        continue
    fi
    if ! eval "$probe" >/dev/null 2>&1; then
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
apt() {
    ${as_root[@]+"${as_root[@]}"} env DEBIAN_FRONTEND=noninteractive apt-get -qq "$@" >&2
}
# A fresh machine has no package lists yet; only then are they fetched.
apt install -y --no-install-recommends "${missing[@]}" ||
    { apt update && apt install -y --no-install-recommends "${missing[@]}"; } ||
    echo "Could not install: ${missing[*]}; going on without." >&2
