-- What is done again and again: when it is due next, and which worker is starting it until when.
CREATE TABLE schedules (
    name TEXT NOT NULL PRIMARY KEY,
    cron TEXT NOT NULL,
    zone TEXT NOT NULL,
    due TEXT NOT NULL,
    holder TEXT NOT NULL,
    held_until TEXT NOT NULL
);
