"""Everything that can go wrong, sorted by who has to act.

RostraError
├─ SetupError           the operator: a key, a setting, a folder or a database is missing or wrong
│  ├─ MissingExtra      the operator: an optional part of the install is needed
│  └─ StoreUnavailable  the operator: the store cannot be opened, read or written right now
├─ UsageError           the caller: this request cannot mean anything (unknown id, bad argument)
│  ├─ UnknownRun        the caller: there is no run with that id
│  ├─ UnknownQuestion   the caller: nobody ever asked this
│  └─ WrongState        the caller: too late or too early, as it stands (ended, still at work)
├─ WaitingForPerson     the reader: a question waits and nobody may be asked here
├─ ResearchError        the reader: no valid sources, search failed, answer unreadable
├─ SpendingStopped      nobody: a cap or a breaker ended the work; the report says so
├─ OutsideError         nobody yet: a site, a search or a model failed; try later
│  ├─ AddressRefused    nobody: the address guard said no, before or at a redirect
│  ├─ SearchFailed      nobody: a search did not work, which is not the same as finding nothing
│  └─ ModelFailed       nobody yet: a language model gave no answer; `retry_after` when it said so
│     ├─ ModelBusy          too many requests, or overloaded
│     ├─ ModelTimedOut      no whole answer within the time allowed
│     ├─ ModelUnreachable   nobody answers at its address
│     ├─ ModelMisaddressed  something answers there, but it is no model server
│     ├─ ModelKeyRefused    the key is wrong, missing, or has no credit left
│     ├─ ModelUnknown       the server has no model of that name
│     ├─ ModelUnable        the server refuses this kind of request (schema, tools)
│     ├─ ContextTooLong     the request is longer than the model can read
│     ├─ AnswerOversized    the answer was longer than we are willing to hold
│     ├─ EmptyAnswer        an answer came, with nothing in it
│     ├─ AnswerWithheld     the provider's filter kept the answer back
│     ├─ ModelGarbled       the answer was not of the protocol
│     ├─ ProviderResting    its breaker is open after repeated failures
│     ├─ ModelTooSlow       by its own pace it would not answer in the time that is left
│     └─ LibraryWithheld    the user's own documents may not be sent to it
├─ Forgotten            nobody: a person had this taken out of memory, and said why
├─ UnreadableRecord     the operator: a stored row is not one we wrote
├─ UnexpectedFailure    us: something we did not plan for; the message names it
└─ UnreadableReply      the model: its answer did not fit; ask again and say why (NeedsReask)

`code` is a promise to programs; the first argument is a message for people (`rostra.words`), said
in the language of whoever is told. `exit_code` is what the command line returns for it
(docs/exit-codes.md). Every argument goes to `super().__init__` in order, because a resumed run
rebuilds the error from its arguments.
"""

from typing import Literal

from rostra.installed import install_line
from rostra.words import Message, message

ResearchCode = Literal["NO_VALID_SOURCES", "SEARCH_FAILED", "LLM_PARSE_ERROR"]


class RostraError(Exception):
    """The base of all our errors."""

    code = "rostra"
    exit_code = 1

    def __str__(self) -> str:
        """What happened, in English, for logs; people are told `message` in their language."""
        return str(self.args[0]) if self.args else self.code

    @property
    def message(self) -> Message | str:
        """What to say to people: `rostra.words.say(error.message, language)`."""
        first = self.args[0] if self.args else self.code
        return first if isinstance(first, Message) else str(first)


class SetupError(RostraError):
    code = "setup"


class MissingExtra(SetupError):
    """The message says what is missing; how to get it depends on this installation."""

    code = "missing-extra"

    def __init__(self, message: Message | str, extra: str) -> None:
        super().__init__(message, extra)
        self.extra = extra

    @property
    def message(self) -> Message | str:
        what = super().message
        return adding(what, self.extra) if self.extra else what

    def __str__(self) -> str:
        return str(self.message)


def adding(what: Message | str, extra: str) -> Message:
    """What is missing, and the line that adds it here."""
    return message("install.missing", what=what, line=install_line(extra))


class StoreUnavailable(SetupError):
    code = "store-unavailable"


class UsageError(RostraError):
    code = "usage"
    exit_code = 2


class UnknownRun(UsageError):
    code = "unknown-run"


class UnknownQuestion(UsageError):
    code = "unknown-question"


class WrongState(UsageError):
    code = "wrong-state"


class WaitingForPerson(RostraError):
    code = "waiting"
    exit_code = 4


class ResearchError(RostraError):
    """`reason` is one of the three words programs may rely on."""

    code = "research"

    def __init__(self, message: Message | str, reason: ResearchCode) -> None:
        super().__init__(message, reason)
        self.reason = reason
        self.code = reason
        # Without evidence there is no answer, whether the search broke or found nothing.
        self.exit_code = 1 if reason == "LLM_PARSE_ERROR" else 3


class SpendingStopped(RostraError):
    code = "spending-stopped"
    exit_code = 5


class OutsideError(RostraError):
    """`is_passing` says that the same call may well succeed in a moment."""

    code = "outside"

    def __init__(self, message: Message | str, is_passing: bool = False) -> None:
        super().__init__(message, is_passing)
        self.is_passing = is_passing


class AddressRefused(OutsideError):
    """`address` is what was asked for; the message says which rule refused it."""

    code = "address-refused"

    def __init__(self, message: Message | str, address: str) -> None:
        RostraError.__init__(self, message, address)
        self.address = address
        self.is_passing = False


class SearchFailed(OutsideError):
    code = "SEARCH_FAILED"


class ModelFailed(OutsideError):
    """A model gave no answer; `retry_after` are the seconds its provider asked us to wait."""

    code = "model-failed"

    def __init__(
        self, message: Message | str, is_passing: bool = False, retry_after: float | None = None
    ) -> None:
        RostraError.__init__(self, message, is_passing, retry_after)
        self.is_passing = is_passing
        self.retry_after = retry_after


class ModelBusy(ModelFailed):
    code = "model-busy"


class ModelTimedOut(ModelFailed):
    code = "model-timed-out"


class ModelUnreachable(ModelFailed):
    code = "model-unreachable"


class ModelMisaddressed(ModelFailed):
    code = "model-misaddressed"


class ModelKeyRefused(ModelFailed):
    code = "model-key-refused"


class ModelUnknown(ModelFailed):
    code = "model-unknown"


class ModelUnable(ModelFailed):
    code = "model-unable"


class ContextTooLong(ModelFailed):
    code = "context-too-long"


class AnswerOversized(ModelFailed):
    code = "answer-oversized"


class EmptyAnswer(ModelFailed):
    code = "empty-answer"


class AnswerWithheld(ModelFailed):
    code = "answer-withheld"


class ModelGarbled(ModelFailed):
    code = "model-garbled"


class ProviderResting(ModelFailed):
    code = "provider-resting"


class ModelTooSlow(ModelFailed):
    code = "model-too-slow"


class StopRequested(ModelFailed):
    code = "stop-requested"


class Forgotten(RostraError):
    code = "forgotten"


class LibraryWithheld(ModelFailed):
    code = "library-withheld"


class UnreadableRecord(RostraError):
    code = "unreadable-record"


class UnexpectedFailure(RostraError):
    """A failure that is not ours, as it is kept and shown: `name` is the foreign class."""

    code = "unexpected"

    def __init__(self, message: Message | str, name: str = "") -> None:
        super().__init__(message, name)
        self.name = name


class UnreadableReply(RostraError):
    code = "LLM_PARSE_ERROR"


class NeedsReask(UnreadableReply):
    """The answer could not be read without guessing; `why` is what to tell the model."""

    def __init__(self, message: Message | str, why: Message | str = "") -> None:
        super().__init__(message, why)
        self.why = why
