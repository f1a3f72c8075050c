-- Addresses that a search of a run brought, in canonical form: what its agents may name.
CREATE TABLE discovered (
    run TEXT COLLATE "C" NOT NULL,
    url TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, url)
);

-- Every answer at a gate, with its reason.
CREATE TABLE rulings (
    run TEXT COLLATE "C" NOT NULL,
    place TEXT COLLATE "C" NOT NULL,
    at TEXT COLLATE "C" NOT NULL,
    body TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (run, place)
);
