-- Where a message was sent, once it has moved to another channel, and the head of the log when it moved last. Who received it and who has it
-- marked as read stays with where it was sent (docs/decisions/0093-flags-stay-with-people.md). Null: it stands where it was sent.
alter table chat.messages add column sent_channel_id bigint, add column sent_recipient_id bigint, add column moved_event_id bigint;
create index messages_sent_elsewhere on chat.messages (organization_id, sent_recipient_id, id) where sent_recipient_id is not null;
