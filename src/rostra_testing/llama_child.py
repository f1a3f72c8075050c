"""The process a `LlamaServer` runs in. Started by file name, so it imports nothing of ours.

It says its address on one line of standard output and lives until standard input ends. The parent
holds the other end of that pipe, so the kernel ends this process with its parent, however the
parent died.
"""

import json
import os
import sys
from typing import Any


def main() -> None:
    wanted: dict[str, Any] = json.loads(sys.argv[1])
    import xllamacpp  # type: ignore[import-not-found,import-untyped,unused-ignore]  # noqa: PLC0415

    params = xllamacpp.CommonParams()
    params.model.path = wanted["path"]
    params.model_alias = [wanted["model"]]
    params.n_ctx = wanted["context"]
    params.n_parallel = wanted["slots"]
    params.cpuparams.n_threads = wanted["threads"]
    params.hostnames = ["127.0.0.1"]
    params.port = 0
    params.use_jinja = True
    if wanted["is_embedder"]:
        params.embedding = True
        params.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    params.verbosity = 0
    server = xllamacpp.Server(params)
    sys.stdout.write(json.dumps({"address": server.listening_address}) + "\n")
    sys.stdout.flush()
    sys.stdin.buffer.read()
    # Not by the usual way out: the server's own threads may be waited for there for ever.
    os._exit(0)


if __name__ == "__main__":
    main()
