-- Who this desk is to others that share a cache with it; `seal` signs what it puts there.
CREATE TABLE desk (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    id TEXT NOT NULL,
    seal TEXT NOT NULL
);

-- The round a run is in; a run that never began one is in round 1.
CREATE TABLE round_heads (
    run TEXT NOT NULL PRIMARY KEY,
    round INTEGER NOT NULL
) WITHOUT ROWID;

-- What a round holds until its end.
CREATE TABLE round_notes (
    run TEXT NOT NULL,
    round INTEGER NOT NULL,
    kind TEXT NOT NULL,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, round, kind, key)
);

-- The newest answer to a question that has evidence; kept past its end until it is swept out.
CREATE TABLE answers (
    key TEXT NOT NULL PRIMARY KEY,
    kept_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX answers_by_end ON answers (expires_at);

-- Counts of a run, and of the whole desk where `run` is empty.
CREATE TABLE meters (
    run TEXT NOT NULL,
    name TEXT NOT NULL,
    amount INTEGER NOT NULL,
    PRIMARY KEY (run, name)
) WITHOUT ROWID;
