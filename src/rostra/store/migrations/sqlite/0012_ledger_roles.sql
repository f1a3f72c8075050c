-- Who asked: a section, side or item of a run, the role, and the how manieth time there.
ALTER TABLE ledger ADD COLUMN part TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN role TEXT NOT NULL DEFAULT '';
ALTER TABLE ledger ADD COLUMN ordinal INTEGER NOT NULL DEFAULT 0;
