-- What goes on in a run just now, such as an answer that is coming; each row replaces the one before.
CREATE TABLE signs (
    run TEXT COLLATE "C" NOT NULL,
    key TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, key)
);
