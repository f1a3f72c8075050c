-- Addresses that a search of a run brought, in canonical form: what its agents may name.
CREATE TABLE discovered (
    run TEXT NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (run, url)
) WITHOUT ROWID;

-- Every answer at a gate, with its reason.
CREATE TABLE rulings (
    run TEXT NOT NULL,
    place TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (run, place)
) WITHOUT ROWID;
