-- Old changes of duty are found without looking at all of them.
create index duty_events_at on dispatch.duty_events using brin (at) with (pages_per_range = 32, autosummarize = on);
