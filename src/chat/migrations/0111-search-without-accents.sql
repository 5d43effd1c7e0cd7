-- Letters without their accents: who searches `cafe` finds `café` as well. Marks of other scripts (Japanese voicing,
-- Hebrew and Arabic vowels) are kept.
create function chat.search_bare(folded text) returns text immutable parallel safe strict language sql
return translate(
  normalize(regexp_replace(normalize(folded, nfd), E'[\u0300-\u036f]', '', 'g'), nfc),
  'øłđħŧı', 'oldhti');

-- The words and pieces as they are written and, where that is something else, without accents.
create or replace function chat.search_document(language text, plain_text text, topic text) returns tsvector
immutable parallel safe strict language plpgsql as $$
declare
  config regconfig := chat.search_config(language);
  folded text := chat.search_fold(plain_text || ' ' || topic);
  bare text := chat.search_bare(folded);
  document tsvector := to_tsvector(config, plain_text) || to_tsvector(config, topic) || chat.search_grams(folded);
begin
  if bare = folded then
    return document;
  end if;
  return document || to_tsvector(config, bare) || chat.search_grams(bare);
end
$$;

-- Prepared anew by the job; searched directly until then.
with outdated as (
  delete from chat.message_search s using chat.messages m
  where m.organization_id = s.organization_id and m.id = s.message_id
    and chat.search_bare(chat.search_fold(m.plain_text || ' ' || m.topic)) <> chat.search_fold(m.plain_text || ' ' || m.topic)
  returning s.organization_id, s.message_id)
insert into chat.search_stale (organization_id, message_id)
select organization_id, message_id from outdated on conflict do nothing;
