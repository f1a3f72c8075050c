-- What goes on in a run just now, such as an answer that is coming; each row replaces the one before.
CREATE TABLE signs (
    run TEXT NOT NULL,
    key TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, key)
);
