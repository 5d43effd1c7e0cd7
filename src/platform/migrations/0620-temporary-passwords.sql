-- Until when a password opens something that somebody was sent, and has not chosen; null: theirs, for ever. Those that were sent before,
-- and may be what somebody signs in with by now, stay.
alter table platform.people add column password_ends_at timestamptz;
