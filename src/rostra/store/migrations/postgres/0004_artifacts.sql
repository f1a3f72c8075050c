-- When its source last said so; which world it is of; what question at which address it answers;
-- and why a person had it forgotten. The record itself never changes.
ALTER TABLE artifacts ADD COLUMN verified_at TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE artifacts ADD COLUMN world TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE artifacts ADD COLUMN subject TEXT COLLATE "C";
ALTER TABLE artifacts ADD COLUMN forgotten_at TEXT COLLATE "C";
ALTER TABLE artifacts ADD COLUMN forgotten_why TEXT COLLATE "C";
UPDATE artifacts SET verified_at = created_at;
CREATE INDEX artifacts_by_subject ON artifacts (subject, verified_at) WHERE subject IS NOT NULL;

-- What rests on what, and what replaces what. A report takes part under "report:" and its run.
CREATE TABLE artifact_links (
    source TEXT COLLATE "C" NOT NULL,
    kind TEXT COLLATE "C" NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (source, kind, target)
);
CREATE INDEX artifact_links_by_target ON artifact_links (target, kind);

-- What needs another look, since when and why; how often that was tried, and not before when.
CREATE TABLE artifact_marks (
    artifact TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    since TEXT COLLATE "C" NOT NULL,
    why TEXT COLLATE "C" NOT NULL,
    tries BIGINT NOT NULL DEFAULT 0,
    next_at TEXT COLLATE "C" NOT NULL DEFAULT ''
);
CREATE INDEX artifact_marks_by_time ON artifact_marks (since);
