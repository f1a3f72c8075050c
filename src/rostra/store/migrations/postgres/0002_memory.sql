-- Who this desk is to others that share a cache with it; `seal` signs what it puts there.
CREATE TABLE desk (
    one BIGINT PRIMARY KEY CHECK (one = 1),
    id TEXT COLLATE "C" NOT NULL,
    seal TEXT COLLATE "C" NOT NULL
);

-- The round a run is in; a run that never began one is in round 1.
CREATE TABLE round_heads (
    run TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    round BIGINT NOT NULL
);

-- What a round holds until its end.
CREATE TABLE round_notes (
    run TEXT COLLATE "C" NOT NULL,
    round BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, round, kind, key)
);

-- The newest answer to a question that has evidence; kept past its end until it is swept out.
CREATE TABLE answers (
    key TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    kept_at TEXT COLLATE "C" NOT NULL,
    expires_at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL
);
CREATE INDEX answers_by_end ON answers (expires_at);

-- Counts of a run, and of the whole desk where `run` is empty.
CREATE TABLE meters (
    run TEXT COLLATE "C" NOT NULL,
    name TEXT COLLATE "C" NOT NULL,
    amount BIGINT NOT NULL,
    PRIMARY KEY (run, name)
);
