-- Times are UTC text of fixed width; `body` is the record as JSON; the other columns are what is
-- looked up by. Text is compared by its bytes ("C"), so that order and ranges are those of SQLite.

CREATE TABLE contents (
    sha256 TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    media_type TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL,
    packing TEXT COLLATE "C" NOT NULL CHECK (packing IN ('plain', 'zlib')),
    data BYTEA NOT NULL
);
ALTER TABLE contents ALTER COLUMN data SET STORAGE EXTERNAL;  -- we have compressed it already

CREATE TABLE artifacts (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    type TEXT COLLATE "C" NOT NULL,
    inputs_hash TEXT COLLATE "C" NOT NULL,
    outputs_hash TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    created_at TEXT COLLATE "C" NOT NULL,
    expires_at TEXT COLLATE "C",
    body TEXT COLLATE "C" NOT NULL,
    UNIQUE (type, inputs_hash)
);

-- Which runs came upon an artifact, whoever kept it first.
CREATE TABLE artifact_runs (
    run TEXT COLLATE "C" NOT NULL,
    artifact TEXT COLLATE "C" NOT NULL REFERENCES artifacts (id),
    PRIMARY KEY (run, artifact)
);

CREATE TABLE runs (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kind TEXT COLLATE "C" NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    parent TEXT COLLATE "C",
    created_at TEXT COLLATE "C" NOT NULL,
    words TEXT COLLATE "C" NOT NULL,
    stop TEXT COLLATE "C" CHECK (stop IN ('stop', 'abort')),
    stop_by TEXT COLLATE "C",
    body TEXT COLLATE "C" NOT NULL
);
CREATE INDEX runs_by_parent ON runs (parent, created_at);

CREATE TABLE questions (
    id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    run TEXT COLLATE "C" NOT NULL,
    asked_at TEXT COLLATE "C" NOT NULL,
    answered_at TEXT COLLATE "C",
    body TEXT COLLATE "C" NOT NULL
);
CREATE INDEX questions_by_run ON questions (run);
CREATE INDEX questions_open ON questions (asked_at) WHERE answered_at IS NULL;

-- The last number given in a run, kept apart so that cutting old events never reuses one.
CREATE TABLE event_heads (
    run TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    last BIGINT NOT NULL
);

CREATE TABLE events (
    run TEXT COLLATE "C" NOT NULL,
    id BIGINT NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, id),
    UNIQUE (run, key)
);

CREATE TABLE reports (
    run TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    made_at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);

CREATE TABLE ledger (
    run TEXT COLLATE "C" NOT NULL,
    position TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, position)
);

-- What a run has reserved of a limit; `held` is the number of its reservations.
CREATE TABLE purses (
    run TEXT COLLATE "C" NOT NULL,
    purse TEXT COLLATE "C" NOT NULL,
    held BIGINT NOT NULL,
    PRIMARY KEY (run, purse)
);

CREATE TABLE reservations (
    run TEXT COLLATE "C" NOT NULL,
    purse TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, purse, key)
);

CREATE TABLE documents (
    kind TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    digest BYTEA NOT NULL,
    tokens TSVECTOR NOT NULL,
    PRIMARY KEY (kind, id)
);
CREATE INDEX documents_by_token ON documents USING GIN (tokens);
