-- Times are UTC text of fixed width; `body` is the record as JSON; the other columns are what is
-- looked up by.

CREATE TABLE contents (
    sha256 TEXT NOT NULL PRIMARY KEY,
    media_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    packing TEXT NOT NULL CHECK (packing IN ('plain', 'zlib')),
    data BLOB NOT NULL
);

CREATE TABLE artifacts (
    id TEXT NOT NULL PRIMARY KEY,
    type TEXT NOT NULL,
    inputs_hash TEXT NOT NULL,
    outputs_hash TEXT NOT NULL,
    run TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT,
    body TEXT NOT NULL,
    UNIQUE (type, inputs_hash)
);

-- Which runs came upon an artifact, whoever kept it first.
CREATE TABLE artifact_runs (
    run TEXT NOT NULL,
    artifact TEXT NOT NULL REFERENCES artifacts (id),
    PRIMARY KEY (run, artifact)
) WITHOUT ROWID;

CREATE TABLE runs (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    status TEXT NOT NULL,
    parent TEXT,
    created_at TEXT NOT NULL,
    words TEXT NOT NULL,
    stop TEXT CHECK (stop IN ('stop', 'abort')),
    stop_by TEXT,
    body TEXT NOT NULL
);
CREATE INDEX runs_by_parent ON runs (parent, created_at);

CREATE TABLE questions (
    id TEXT NOT NULL PRIMARY KEY,
    run TEXT NOT NULL,
    asked_at TEXT NOT NULL,
    answered_at TEXT,
    body TEXT NOT NULL
);
CREATE INDEX questions_by_run ON questions (run);
CREATE INDEX questions_open ON questions (asked_at) WHERE answered_at IS NULL;

-- The last number given in a run, kept apart so that cutting old events never reuses one.
CREATE TABLE event_heads (
    run TEXT NOT NULL PRIMARY KEY,
    last INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE events (
    run TEXT NOT NULL,
    id INTEGER NOT NULL,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, id),
    UNIQUE (run, key)
) WITHOUT ROWID;

CREATE TABLE reports (
    run TEXT NOT NULL PRIMARY KEY,
    made_at TEXT NOT NULL,
    body TEXT NOT NULL
);

CREATE TABLE ledger (
    run TEXT NOT NULL,
    position TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, position)
);

-- What a run has reserved of a limit; `held` is the number of its reservations.
CREATE TABLE purses (
    run TEXT NOT NULL,
    purse TEXT NOT NULL,
    held INTEGER NOT NULL,
    PRIMARY KEY (run, purse)
) WITHOUT ROWID;

CREATE TABLE reservations (
    run TEXT NOT NULL,
    purse TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (run, purse, key)
) WITHOUT ROWID;

-- Each kind of document has a range of row numbers of its own, so that a search within a kind is
-- a range of the text index and not a join.
CREATE TABLE document_kinds (
    number INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
);

-- The tokens are kept because an index without contents can forget a text only when told it.
CREATE TABLE documents (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    digest BLOB NOT NULL,
    tokens BLOB NOT NULL,
    UNIQUE (kind, id)
);

-- The ascii tokenizer takes every character beyond ASCII as part of a token: our tokens pass
-- through as they are, whatever version of Unicode the library knows.
CREATE VIRTUAL TABLE documents_text USING fts5 (title, body, content='', tokenize='ascii');
INSERT INTO documents_text (documents_text, rank) VALUES ('rank', 'bm25(3.0, 1.0)');
CREATE VIRTUAL TABLE documents_terms USING fts5vocab (documents_text, row);
