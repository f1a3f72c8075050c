"""Questions to a person: asked once, answered once, from any process."""

# ruff: noqa: S608 - statements are joined from our own constants; data is always a parameter

from __future__ import annotations  # a script's own are not worth working out at every call

import dataclasses
from datetime import datetime

from rostra.errors import UnreadableRecord
from rostra.records import ENDED, Question, loads
from rostra.store.database import Ask, Row, Script, Shelf
from rostra.store.runs import IN_TREE, TREE
from rostra.store.texts import key_text, record_json, stamp, stamp_or_none
from rostra.words import message

_HAS_ENDED = "(" + ", ".join(f"'{status}'" for status in sorted(ENDED)) + ")"
_OPEN = (
    "SELECT body FROM questions WHERE answered_at IS NULL AND NOT EXISTS"
    f" (SELECT 1 FROM runs WHERE runs.id = questions.run AND runs.status IN {_HAS_ENDED})"
)
_ORDER = " ORDER BY asked_at, id"


class QuestionShelf(Shelf):
    async def put_question(self, question: Question) -> None:
        await self._db.execute(
            "INSERT INTO questions (id, run, asked_at, answered_at, body)"
            " VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO NOTHING",
            key_text(question.id),
            key_text(question.run),
            stamp(question.asked_at),
            stamp_or_none(question.answered_at),
            record_json(question),
        )

    async def get_question(self, question_id: str) -> Question | None:
        rows = await self._db.fetch(
            "SELECT body FROM questions WHERE id = $1", key_text(question_id)
        )
        return _question(rows[0]) if rows else None

    async def open_questions(self, run_id: str | None = None) -> list[Question]:
        """What waits for a person, oldest first: of a run and its turns, or of all. Runs that
        have ended ask nothing any more.
        """
        if run_id is None:
            rows = await self._db.fetch(_OPEN + _ORDER)
        else:
            rows = await self._db.fetch(f"{TREE}{_OPEN} AND {IN_TREE}{_ORDER}", key_text(run_id))
        return [_question(row) for row in rows]

    async def answer_question(
        self, question_id: str, answer: str, *, by: str, at: datetime
    ) -> Question | None:
        """The first answer wins; return the question as it stands afterwards."""
        key = key_text(question_id)

        def script() -> Script[Question | None]:
            rows = yield Ask(
                f"SELECT body FROM questions WHERE id = $1{self._db.locked}",
                (key,),
            )
            if not rows:
                return None
            question = _question(rows[0])
            if question.answer is not None:
                return question
            answered = dataclasses.replace(question, answer=answer, answered_by=by, answered_at=at)
            yield Ask(
                "UPDATE questions SET answered_at = $2, body = $3 WHERE id = $1",
                (key, stamp(at), record_json(answered)),
            )
            return answered

        return await self._db.write(script)


def _question(row: Row) -> Question:
    question = loads(row[0])
    if not isinstance(question, Question):
        raise UnreadableRecord(message("errors_store.row_questions_table_holds"))
    return question
