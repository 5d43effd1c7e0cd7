-- Written by "npm run sql" from src/import/move/capture-queries.ts.

-- captureTable
select from pg_trigger where tgrelid = $1::regclass and tgname = $2;

-- captureTable 2
select set_config('lock_timeout', $1, true);

-- releaseTable
select set_config('lock_timeout', $1, true);

-- closeFence
select set_config('lock_timeout', $1, true);

-- closeFence 2
select pg_advisory_xact_lock(81521, hashtext($1));

-- loadMoveChanges: key, seq, table
select seq::text, table_name as "table", key from platform.move_changes where moved = $1 order by seq;

-- deleteChanges
delete from platform.move_changes where moved = $1 and seq = any($2::bigint[]);

-- deleteAllChanges
delete from platform.move_changes where moved = $1;

-- loadSequences: last, name
select format('%I.%I', schemaname, sequencename) as name, coalesce(last_value, 0) as last from pg_sequences
where schemaname in ('platform', 'chat', 'dispatch', 'bridge') and sequencename <> 'move_changes_seq_seq' order by 1;

-- writeAsReplica
select set_config('session_replication_role', 'replica', true);
