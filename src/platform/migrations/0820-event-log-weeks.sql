-- The event log in parts, one for each week (docs/decisions/0118-event-log-by-weeks.md): what is over is dropped with its
-- table. What was logged so far stays where it is, as the part of everything that has no week of its own; it becomes
-- empty as its events grow old. So nothing is copied or read here, and whoever writes waits for no more than a lock.

-- unused since 0.1.0: the name is that of all parts together from here on
alter table platform.event_log rename to event_log_rest;
-- unused since 0.1.0: no statement names it
alter table platform.event_log_rest rename constraint event_log_pkey to event_log_rest_pkey;

create table platform.event_log (like platform.event_log_rest including defaults) partition by range (at);
alter table platform.event_log attach partition platform.event_log_rest default;

-- Adds the part of the seven days from `first` on. No two events of an organization have the same ID, in whichever parts
-- they are: the lock of its log sees to that (docs/decisions/0002-log-head-is-lock-and-counter.md). So each part has a key
-- of its own, without the time.
create function platform.add_event_log_week(first date) returns void language plpgsql as $$
declare
  name text := 'event_log_' || to_char(first, 'YYYYMMDD');
begin
  execute format('create table platform.%I (like platform.event_log including defaults, primary key (organization_id, id))', name);
  execute format('alter table platform.event_log attach partition platform.%I for values from (%L) to (%L)', name,
    first::timestamp at time zone 'UTC', (first + 7)::timestamp at time zone 'UTC');
end $$;

create function platform.drop_event_log_week(first date) returns void language plpgsql as $$
begin
  execute format('drop table platform.%I', 'event_log_' || to_char(first, 'YYYYMMDD'));
end $$;

-- A new database has them at once. One with events gets them at night, without a lock while the rest is read.
do $$
begin
  if not exists (select from platform.event_log_rest) then
    for week in 0..2 loop
      perform platform.add_event_log_week(date_trunc('week', now() at time zone 'UTC')::date + week * 7);
    end loop;
  end if;
end $$;

-- As before, but a row of a part is noted as one of the table.
create or replace function platform.note_move() returns trigger language plpgsql as $$
declare
  row_now jsonb;
  key_now text[];
  name text;
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
  select format('%I.%I', n.nspname, c.relname) into name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.oid = coalesce(pg_partition_root(tg_relid), tg_relid);
  if tg_op <> 'INSERT' then
    row_now := to_jsonb(old);
    key_now := array(select row_now->>k from unnest(tg_argv[1:]) with ordinality as c (k, n) order by n);
    insert into platform.move_changes (moved, table_name, key) values (tg_argv[0], name, key_now);
  end if;
  if tg_op <> 'DELETE' then
    row_now := to_jsonb(new);
    if tg_op = 'INSERT' or key_now is distinct from
        array(select row_now->>k from unnest(tg_argv[1:]) with ordinality as c (k, n) order by n) then
      key_now := array(select row_now->>k from unnest(tg_argv[1:]) with ordinality as c (k, n) order by n);
      insert into platform.move_changes (moved, table_name, key) values (tg_argv[0], name, key_now);
    end if;
  end if;
  return null;
end $$;
