-- Since when an organization is being deleted: its keys open nothing any more, and what it has goes bit by bit.
alter table platform.organizations add column closing_at timestamptz;
create index organizations_closing on platform.organizations (closing_at) where closing_at is not null;
