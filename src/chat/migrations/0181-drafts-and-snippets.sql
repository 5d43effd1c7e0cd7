-- What people have begun to write, for their other clients.
create sequence chat.draft_ids;
create table chat.drafts (
  organization_id text not null,
  id bigint not null default nextval('chat.draft_ids'),
  user_id bigint not null,
  -- '' while no recipient is chosen
  type text not null check (type in ('', 'stream', 'private')),
  -- a channel, or people
  recipient_ids bigint[] not null,
  topic text not null,
  content text not null,
  edited_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index drafts_user on chat.drafts (organization_id, user_id, edited_at, id);

-- Texts that people keep to use again.
create sequence chat.saved_snippet_ids;
create table chat.saved_snippets (
  organization_id text not null,
  id bigint not null default nextval('chat.saved_snippet_ids'),
  user_id bigint not null,
  title text not null,
  content text not null,
  created_at timestamptz not null,
  primary key (organization_id, id),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
create index saved_snippets_user on chat.saved_snippets (organization_id, user_id, id);

-- Views that people keep in their sidebar, by the fragment of their address.
create table chat.navigation_views (
  organization_id text not null,
  user_id bigint not null,
  fragment text not null,
  is_pinned boolean not null,
  -- null: the view's own
  name text,
  primary key (organization_id, user_id, fragment),
  foreign key (organization_id, user_id) references chat.users on delete cascade
);
