"""What a research run was asked for, read from its options."""

from typing import TypeGuard, get_args

from rostra.errors import UsageError
from rostra.records import Run, record
from rostra.records.report import Mode

LONGEST_QUESTION = 2_000


@record
class ResearchJob:
    question: str
    mode: Mode = "strict"
    is_sample: bool = False
    pages: int = 8


def is_mode(value: object) -> TypeGuard[Mode]:
    return value in get_args(Mode)


def job_of(run: Run) -> ResearchJob:
    mode = run.options.get("mode", "strict")
    if not is_mode(mode):
        raise UsageError(f"There is no mode {mode!r}; choose one of {', '.join(get_args(Mode))}.")
    pages = run.options.get("pages", 8)
    return ResearchJob(
        question=check_question(run.question),
        mode=mode,
        is_sample=run.options.get("sample") is True,
        pages=pages if isinstance(pages, int) and not isinstance(pages, bool) else 8,
    )


def check_question(question: str) -> str:
    """Return the question tidied, or say what is wrong with it."""
    tidy = " ".join(question.split())
    if not any(char.isalnum() for char in tidy):
        raise UsageError("The question has no words in it. Ask in a sentence.")
    if len(tidy) > LONGEST_QUESTION:
        raise UsageError(
            f"The question has {len(tidy):,} characters; at most {LONGEST_QUESTION:,} can be asked."
        )
    return tidy
