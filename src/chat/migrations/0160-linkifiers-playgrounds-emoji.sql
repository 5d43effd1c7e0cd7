-- Patterns that make links of what they find in messages and topics, tried in their order.
create sequence chat.linkifier_ids;
create table chat.linkifiers (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.linkifier_ids'),
  position integer not null,
  pattern text not null,
  url_template text not null,
  example_input text,
  -- for clients that write a pasted address as what the pattern finds
  reverse_template text,
  alternative_url_templates jsonb not null default '[]',
  primary key (organization_id, id)
);
create unique index linkifiers_pattern on chat.linkifiers (organization_id, pattern);

-- Where code of a language can be tried.
create sequence chat.playground_ids;
create table chat.playgrounds (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.playground_ids'),
  name text not null,
  -- the name of its lexer, as in data-code-language
  language text not null,
  url_template text not null,
  primary key (organization_id, id)
);
create unique index playgrounds_name on chat.playgrounds (organization_id, language, name);

-- An organization's own emoji. Of a name one is in use; those that are not stay, for messages and reactions have them.
create sequence chat.realm_emoji_ids;
create table chat.realm_emoji (
  organization_id text not null references platform.organizations on delete cascade,
  id bigint not null default nextval('chat.realm_emoji_ids'),
  name text not null,
  author_id bigint,
  -- the picture, in the store; an animated one has a still beside it
  file_id text not null,
  size bigint not null,
  content_type text not null,
  is_animated boolean not null,
  is_deactivated boolean not null default false,
  created_at timestamptz not null,
  primary key (organization_id, id)
);
create unique index realm_emoji_in_use on chat.realm_emoji (organization_id, name) where not is_deactivated;
-- its picture's address is public, and names nothing but the file
create unique index realm_emoji_file on chat.realm_emoji (file_id);
