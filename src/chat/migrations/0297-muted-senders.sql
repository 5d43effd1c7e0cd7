-- Whose messages are read as they come: asked by the sender.
create index muted_users_muted on chat.muted_users (organization_id, muted_user_id);
