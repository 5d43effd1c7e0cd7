-- When a status is cleared by itself; null: it stays.
alter table chat.user_statuses add column clears_at timestamptz;
create index user_statuses_clears_at on chat.user_statuses (clears_at) where clears_at is not null;
