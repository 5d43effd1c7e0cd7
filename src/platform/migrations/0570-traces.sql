-- The place of what a request appended in its trace (docs/decisions/0071-traces.md); null where nothing is traced.
alter table platform.event_log add column trace text;
