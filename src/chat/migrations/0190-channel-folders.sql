create sequence chat.channel_folder_ids;
-- Headings that channels stand under; archived ones keep their ID.
create table chat.channel_folders (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.channel_folder_ids'),
  name text not null,
  description text not null default '',
  rendered_description text not null default '',
  -- from 0, among all folders of the organization
  position int not null,
  is_archived boolean not null default false,
  creator_id bigint,
  date_created timestamptz not null,
  primary key (organization_id, id)
);
create unique index channel_folders_name on chat.channel_folders (organization_id, lower(name)) where not is_archived;

alter table chat.channels add foreign key (organization_id, folder_id) references chat.channel_folders;
-- the channels of a folder
create index channels_folder on chat.channels (organization_id, folder_id) where folder_id is not null;
