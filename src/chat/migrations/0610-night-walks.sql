-- What is old is found by going through the table once a night (platform/jobs/keeping.ts): an index of ranges knew it for one night only, since
-- the room of deleted rows is taken by new ones.
drop index chat.sent_local_ids_at;
drop index chat.pushed_messages_old;
