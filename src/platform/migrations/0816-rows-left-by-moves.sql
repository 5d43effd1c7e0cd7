-- What an organization that has left still has here may be deleted once it is shut: jobs of the night delete old rows of all
-- organizations in one statement, and a refusal would leave those of the others too.
create or replace function platform.note_move() returns trigger language plpgsql as $$
declare
  row_now jsonb;
  key_now text[];
begin
  if current_setting('hubbub.mover', true) = 'on' then
    return null;
  end if;
  perform pg_advisory_xact_lock_shared(81521, hashtext(tg_argv[0]));
  -- A snapshot that is older than the switch would not see it.
  if current_setting('transaction_isolation') <> 'read committed' then
    perform from platform.organization_moves where id = tg_argv[0] for share;
  end if;
  if exists (select from platform.organization_moves
      where id = tg_argv[0] and is_source and state in ('switched', 'cleaned')) then
    if tg_op = 'DELETE' and exists (select from platform.organizations where id = tg_argv[0] and closing_at is not null) then
      return null;
    end if;
    raise exception 'the organization % has moved to another cell', tg_argv[0] using errcode = 'HB421';
  end if;
  if tg_op <> 'INSERT' then
    row_now := to_jsonb(old);
    key_now := array(select row_now->>k from unnest(tg_argv[1:]) with ordinality as c (k, n) order by n);
    insert into platform.move_changes (moved, table_name, key) values
      (tg_argv[0], format('%I.%I', tg_table_schema, tg_table_name), key_now);
  end if;
  if tg_op <> 'DELETE' then
    row_now := to_jsonb(new);
    if tg_op = 'INSERT' or key_now is distinct from
        array(select row_now->>k from unnest(tg_argv[1:]) with ordinality as c (k, n) order by n) then
      key_now := array(select row_now->>k from unnest(tg_argv[1:]) with ordinality as c (k, n) order by n);
      insert into platform.move_changes (moved, table_name, key) values
        (tg_argv[0], format('%I.%I', tg_table_schema, tg_table_name), key_now);
    end if;
  end if;
  return null;
end $$;
