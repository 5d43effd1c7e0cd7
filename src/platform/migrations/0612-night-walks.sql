-- What is old is found by going through the table once a night (platform/jobs/keeping.ts): an index of ranges knew it for one night only, since
-- the room of deleted rows is taken by new ones.
drop index platform.audit_log_at;
drop index platform.outbox_created;
drop index platform.sms_inbound_received;
-- An organization's log is deleted from its beginning, in the order of its key.
drop index platform.event_log_at;
