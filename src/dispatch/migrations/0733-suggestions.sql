-- Addresses and recipients are suggested while one types.

-- Text as suggestions compare it: no case, no accents of Latin, no punctuation, `straße` as `str`. Upper case stands in the
-- list too, since the C locale knows no case outside ASCII.
create function dispatch.search_text(given text) returns text language sql immutable parallel safe as $$
  select left(btrim(regexp_replace(replace(replace(lower(translate(given,
    'ÄÖÜäöüÀÁÂÃÅàáâãåÇçÈÉÊËèéêëÌÍÎÏìíîïÑñÒÓÔÕØòóôõøÙÚÛùúûÝýÿŠšŽžČčĆćŁłŚśŻżŹźŃńĘęĄąŘřĚěŮůŐőŰűĞğŞşİı',
    'aouaouaaaaaaaaaacceeeeeeeeiiiiiiiinnoooooooooouuuuuuyyysszzccccllsszzzznneeaarreeuuoouuggssii')),
    'ß', 'ss'), 'strasse', 'str'), '[[:space:].,;:/()#''"-]+', ' ', 'g')), 200)
$$;

-- An address as one begins to write it: street, number, postal code, city.
create function dispatch.address_search(address jsonb) returns text language sql immutable parallel safe as $$
  select dispatch.search_text(coalesce(address->>'street', '') || ' ' || coalesce(address->>'number', '') || ' '
    || coalesce(address->>'postalCode', '') || ' ' || coalesce(address->>'city', ''))
$$;

create index destinations_search on dispatch.destinations
  (organization_id, (dispatch.address_search(address)) collate "C", created_at);
create index address_points_by_street on dispatch.address_points
  (street_key collate "C", city_key collate "C", postal_key collate "C") where street_key <> '';
-- In the order of names, and names that begin with something, in any locale.
create index recipients_name_order on dispatch.recipients (organization_id, name_key collate "C", id);
create index recipients_search on dispatch.recipients
  using gin (organization_id, name_key gin_trgm_ops, phone gin_trgm_ops);
-- What was delivered to a recipient.
create index tasks_recipient on dispatch.tasks (organization_id, recipient_id, created_at, seq)
  where recipient_id is not null;
