"""From what a tool brought back to evidence: the original kept whole, found by text, dated."""

import hashlib
from datetime import datetime

from rostra.records import Evidence, Provenance
from rostra.records.artifacts import artifact_id
from rostra.rules import condense
from rostra.steps import current_position
from rostra.store import Store
from rostra.tools.tool import Document, Tool

DIGEST_LIMIT = 800


async def keep_evidence(
    store: Store, tool: Tool, key: str, document: Document, now: datetime, *, args: str = ""
) -> Evidence:
    """Keep a document; the same bytes for the same question are the same evidence.

    `args` is the question itself, so that it can be asked again when its answer is over.
    """
    raw = await store.put_content(document.raw, document.media_type)
    text = await store.put_content(document.text.encode("utf-8", "replace"), "text/plain")
    key = document.key or key
    inputs_hash = hashlib.sha256(f"{key}\n{raw}".encode()).hexdigest()
    where = current_position()
    evidence = Evidence(
        id=artifact_id("evidence", inputs_hash),
        inputs_hash=inputs_hash,
        outputs_hash=text,
        provenance=Provenance(
            run=where.root,
            tool=tool.name,
            tool_key=key,
            trust=tool.level,
            turn=where.run if where.parent else None,
            world=tool.world,
            args=args,
        ),
        source=document.source,
        url=document.url,
        title=document.title,
        raw=raw,
        text=text,
        media_type=document.media_type,
        fetched_at=now,
        published=document.published,
        expires_at=now + (tool.ttl if document.ttl is None else document.ttl),
        digest=condense(document.text, DIGEST_LIMIT),
    )
    return await store.put_evidence(evidence, searchable_text=document.text)
