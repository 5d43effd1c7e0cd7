-- The person's own picture; null: one is drawn of their initials.
alter table chat.users add column avatar_file_id text;
alter table chat.users add foreign key (organization_id, avatar_file_id) references platform.files;
create index users_avatar_file on chat.users (organization_id, avatar_file_id) where avatar_file_id is not null;
