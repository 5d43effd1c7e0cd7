-- Organizations that speak and are spoken to: one that is being deleted is shut, however long its rows are still there.
-- Whatever sends for organizations, or finds one by what a stranger sent, asks here.
create view platform.open_organizations as select id from platform.organizations where closing_at is null;
