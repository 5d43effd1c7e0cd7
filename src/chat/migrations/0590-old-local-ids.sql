-- When a sender's own mark was given: it is kept for 30 days. Rows come in the order of time, so an index of ranges costs nobody who sends.
alter table chat.sent_local_ids add column at timestamptz not null default now();
create index sent_local_ids_at on chat.sent_local_ids using brin (at) with (pages_per_range = 32, autosummarize = on);
