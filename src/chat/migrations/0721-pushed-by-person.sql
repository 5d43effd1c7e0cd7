-- What a person's browsers may still show is told with each push to them.
create index pushed_messages_person on chat.pushed_messages (organization_id, user_id, message_id);
