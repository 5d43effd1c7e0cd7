-- Which tables a change of state wrote (src/platform/events/README.md). Null: any.
alter table platform.event_log add column changes text[];
