-- Organizations that move to another cell, or have come from one (docs/decisions/0117-moves.md). Both cells have a row.
create table platform.organization_moves (
  -- the organization, which is not here yet, or not any more
  id text primary key,
  -- whether it leaves this cell
  is_source boolean not null,
  -- the other cell
  cell text not null,
  state text not null check (state in ('copying', 'fenced', 'switched', 'cleaned')),
  -- the command that is at work: an earlier one that was killed changes nothing any more
  run text not null,
  -- where it comes: the key of the last row that was copied, by table; null: the table is whole
  copied jsonb not null default '{}',
  -- where it comes: rows of pg-boss's table, added when the organization opens
  jobs jsonb not null default '[]',
  begun_at timestamptz not null,
  changed_at timestamptz not null
);

-- Rows of organizations that leave, which were written since their copying began, and are to be copied again.
create table platform.move_changes (
  seq bigint generated always as identity primary key,
  moved text not null,
  table_name text not null,
  -- values of the primary key, as text
  key text[] not null
);
create index move_changes_moved on platform.move_changes (moved, seq);

-- What a write of an organization that leaves does first. The move makes triggers that call it, with the organization and
-- the columns of the primary key. It waits while the fence holds the lock; afterwards the organization is elsewhere.
create function platform.note_move() returns trigger language plpgsql as $$
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
