-- What is done again and again: when it is due next, and which worker is starting it until when.
CREATE TABLE schedules (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    cron TEXT COLLATE "C" NOT NULL,
    zone TEXT COLLATE "C" NOT NULL,
    due TEXT COLLATE "C" NOT NULL,
    holder TEXT COLLATE "C" NOT NULL,
    held_until TEXT COLLATE "C" NOT NULL
);
