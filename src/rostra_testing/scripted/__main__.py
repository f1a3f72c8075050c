"""Run the scripted server by hand until it is interrupted."""

import argparse
import sys
import threading

from rostra_testing.scripted.profiles import PROFILES
from rostra_testing.scripted.server import ScriptedServer


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m rostra_testing.scripted", description=__doc__)
    parser.add_argument("--profile", choices=sorted(PROFILES), default="honest")
    parser.add_argument("--port", type=int, default=0, help="0 takes any free port")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--model", default="scripted", help="the model name to answer to")
    given = parser.parse_args()
    server = ScriptedServer(
        given.profile, seed=given.seed, latency=given.latency, model=given.model, port=given.port
    )
    try:
        with server:
            sys.stdout.write(f"{server.base_url}\n")
            sys.stdout.flush()
            threading.Event().wait()
    except KeyboardInterrupt:
        return 0
    except OSError as refusal:
        sys.stderr.write(f"Cannot listen on port {given.port}: {refusal.strerror}.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
