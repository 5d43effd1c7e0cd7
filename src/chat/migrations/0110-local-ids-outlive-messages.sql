-- A sender's own mark stays when its message is deleted: a retry that comes late must not send the message again.
alter table chat.sent_local_ids drop constraint sent_local_ids_organization_id_message_id_fkey;
alter table chat.sent_local_ids
  add foreign key (organization_id) references platform.organizations on delete cascade;
