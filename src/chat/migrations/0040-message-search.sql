-- Where a message has been prepared for search. A table of its own, filled a moment later by a job: preparing costs
-- more than sending (measured: 60 µs for a line of 80 characters), and what is not prepared yet is searched as it is.
create extension if not exists btree_gin;

create table chat.message_search (
  organization_id text not null,
  message_id bigint not null,
  -- stems of the words in the organization's language, and every piece of three characters, marked with a dot
  document tsvector not null,
  primary key (organization_id, message_id),
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);
create index message_search_document on chat.message_search using gin (organization_id, document);

-- Messages that were changed after they had been prepared.
create table chat.search_stale (
  organization_id text not null,
  message_id bigint not null,
  primary key (organization_id, message_id),
  foreign key (organization_id, message_id) references chat.messages on delete cascade
);

-- Up to which message an organization's messages are prepared, and in which language.
create table chat.search_progress (
  organization_id text primary key references platform.organizations on delete cascade,
  message_id bigint not null,
  language text not null
);

-- Case is folded the same whatever locale the database was made with: with the locale C, `lower` knows ASCII only.
do $$
declare
  best text := coalesce(
    (select collname from pg_collation where collname = 'pg_c_utf8'),
    (select collname from pg_collation where collname = 'und-x-icu'),
    'default');
begin
  execute format(
    'create function chat.search_fold(given text) returns text immutable parallel safe strict language sql
     return lower(normalize(translate(given, E''\t\n\r'', ''   ''), nfkc) collate pg_catalog.%I)', best);
end
$$;

-- pg_trgm would be the usual choice for parts of words. It takes letters from the database's locale, so that with the
-- locale C it sees none outside ASCII, and it finds nothing shorter than three characters (most Chinese words).
-- Each place of a text gives a lexeme of up to three characters, cut at a blank; shorter parts are found as prefixes.
create function chat.search_grams(folded text) returns tsvector immutable parallel safe strict language plpgsql as $$
declare
  chars text[] := string_to_array(folded, null);
  grams text[] := '{}';
  c2 text;
begin
  for i in 1 .. cardinality(chars) loop
    continue when chars[i] = ' ';
    c2 := coalesce(chars[i + 1], ' ');
    grams := grams || case
      when c2 = ' ' then '.' || chars[i]
      else '.' || chars[i] || c2 || rtrim(coalesce(chars[i + 2], ''))
    end;
  end loop;
  return array_to_tsvector(grams);
end
$$;

create function chat.search_config(language text) returns regconfig immutable parallel safe language sql
return case language
  when 'ar' then 'arabic'::regconfig when 'hy' then 'armenian'::regconfig when 'eu' then 'basque'::regconfig
  when 'ca' then 'catalan'::regconfig when 'da' then 'danish'::regconfig when 'nl' then 'dutch'::regconfig
  when 'en' then 'english'::regconfig when 'fi' then 'finnish'::regconfig when 'fr' then 'french'::regconfig
  when 'de' then 'german'::regconfig when 'el' then 'greek'::regconfig when 'hi' then 'hindi'::regconfig
  when 'hu' then 'hungarian'::regconfig when 'id' then 'indonesian'::regconfig when 'ga' then 'irish'::regconfig
  when 'it' then 'italian'::regconfig when 'lt' then 'lithuanian'::regconfig when 'ne' then 'nepali'::regconfig
  when 'no' then 'norwegian'::regconfig when 'nb' then 'norwegian'::regconfig when 'nn' then 'norwegian'::regconfig
  when 'pt' then 'portuguese'::regconfig when 'ro' then 'romanian'::regconfig when 'ru' then 'russian'::regconfig
  when 'sr' then 'serbian'::regconfig when 'es' then 'spanish'::regconfig when 'sv' then 'swedish'::regconfig
  when 'ta' then 'tamil'::regconfig when 'tr' then 'turkish'::regconfig when 'yi' then 'yiddish'::regconfig
  else 'simple'::regconfig
end;

create function chat.search_document(language text, plain_text text, topic text) returns tsvector
immutable parallel safe strict language sql
return to_tsvector(chat.search_config(language), plain_text) || to_tsvector(chat.search_config(language), topic)
  || chat.search_grams(chat.search_fold(plain_text || ' ' || topic));

-- Whoever edits or moves a message need not think of search.
create function chat.forget_search_document() returns trigger language plpgsql as $$
begin
  delete from chat.message_search where organization_id = new.organization_id and message_id = new.id;
  if found then
    insert into chat.search_stale (organization_id, message_id) values (new.organization_id, new.id)
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger messages_search after update of plain_text, topic on chat.messages for each row
  when (old.plain_text is distinct from new.plain_text or old.topic is distinct from new.topic)
  execute function chat.forget_search_document();

-- Messages that may name somebody who has no row in message_flags.
create index messages_mention_many on chat.messages (organization_id, id)
  where wildcard <> 0 or mentioned_group_ids <> '{}';

-- Messages that have something: few of many, so that looking through all would cost the most where least is found.
create index messages_link on chat.messages (organization_id, id) where has_link;
create index messages_image on chat.messages (organization_id, id) where has_image;
create index messages_attachment on chat.messages (organization_id, id) where has_attachment;
