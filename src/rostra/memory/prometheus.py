"""The metrics as Prometheus reads them: text, one family after the other."""

from collections.abc import Iterator, Mapping

from rostra.memory.metrics import BOUNDS, Latency, MemoryMetrics

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_COUNTERS: Mapping[str, tuple[str, str]] = {
    "asked": ("questions", "Questions put to memory."),
    "outside_calls": ("outside_calls", "Calls that went outside."),
    "failures": ("outside_failures", "Outside calls that failed."),
    "retries": ("outside_retries", "Outside calls made again after a passing failure."),
    "joined": ("joined_calls", "Questions answered by a call already under way."),
    "stale_served": ("stale_answers", "Answers past their time, given because a source failed."),
    "known_failures": ("known_failures", "Questions that were known to fail just now."),
    "refreshed": ("early_refreshes", "Answers renewed before their end."),
    "rebuilt": ("rebuilt_answers", "Answers asked for anew after their end."),
    "unchanged": ("unchanged_answers", "Sources that said that nothing had changed."),
    "poisoned": ("poisoned_entries", "Entries that failed their check and were removed."),
    "kept": ("kept_answers", "Answers kept."),
    "archived": ("archived_answers", "Answers kept in the archive."),
    "breaker_openings": ("breaker_openings", "Breakers that opened."),
    "breaker_trials": ("breaker_trials", "Calls that tried whether a breaker may close."),
    "breaker_closings": ("breaker_closings", "Breakers that closed again."),
    "shared_outages": ("shared_outages", "Times the shared cache went away."),
    "recalled": ("recalls", "Questions that recall answered."),
    "not_recalled": ("recall_misses", "Questions that recall could not answer."),
    "recalled_by_likeness": ("recalls_by_likeness", "Recalls that vectors alone had found."),
    "settled": ("settled_notes", "Notes moved down at the end of a round."),
    "let_go": ("dropped_notes", "Notes let go at the end of a round."),
    "claims_passed": ("claims_passed", "Claims that passed the verifier."),
    "claims_failed": ("claims_failed", "Claims that did not."),
    "rechecks_queued": ("rechecks_queued", "Artifacts that fell into doubt."),
    "rechecked": ("rechecks", "Evidence fetched again to see whether it still holds."),
    "found_changed": ("rechecks_changed", "Evidence that said something else when rechecked."),
    "tokens_spent": ("tokens", "Tokens that models read and wrote."),
    "dollars_spent": ("dollars", "What models cost, where their price is known."),
    "tokens_saved": ("saved_tokens", "Tokens that a resumed run did not need again."),
    "dollars_saved": ("saved_dollars", "What they would have cost, where the price is known."),
    "saved_calls": ("saved_calls", "Outside calls that memory made unnecessary."),
}
_HISTOGRAMS: Mapping[str, tuple[str, str]] = {
    "look_up": ("look_up_seconds", "Time to look a question up."),
    "outside": ("outside_call_seconds", "Time of an outside call."),
    "recall": ("recall_seconds", "Time of a recall."),
    "model": ("model_call_seconds", "Time of a request to a model."),
}


def to_prometheus(told: MemoryMetrics) -> str:
    return "\n".join(_lines(told)) + "\n"


def _lines(told: MemoryMetrics) -> Iterator[str]:
    for field, (name, help_) in _COUNTERS.items():
        yield from _family(f"rostra_{name}_total", "counter", help_)
        yield f"rostra_{name}_total {getattr(told, field)}"
    for family, help_, counts in (
        ("hits", "Answers found on a rung.", {use.rung: use.hits for use in told.rungs}),
        ("misses", "Questions a rung did not know.", {use.rung: use.misses for use in told.rungs}),
    ):
        yield from _family(f"rostra_rung_{family}_total", "counter", help_)
        for rung, count in counts.items():
            yield f'rostra_rung_{family}_total{{rung="{rung}"}} {count}'
    for field, (name, help_) in _HISTOGRAMS.items():
        yield from _family(f"rostra_{name}", "histogram", help_)
        yield from _histogram(f"rostra_{name}", getattr(told, field))


def _family(name: str, kind: str, help_: str) -> Iterator[str]:
    yield f"# HELP {name} {help_}"
    yield f"# TYPE {name} {kind}"


def _histogram(name: str, latency: Latency) -> Iterator[str]:
    """Buckets add up as they widen; the last one holds everything."""
    within = 0
    for number, bound in enumerate(BOUNDS):
        within += latency.counts[number] if number < len(latency.counts) else 0
        yield f'{name}_bucket{{le="{bound / 1000:g}"}} {within}'
    yield f'{name}_bucket{{le="+Inf"}} {latency.times}'
    yield f"{name}_sum {latency.total_ms / 1000:g}"
    yield f"{name}_count {latency.times}"
