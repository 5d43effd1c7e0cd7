-- What the live feed begins with: everything that is still to be done.
create index tasks_open on dispatch.tasks (organization_id, created_at, seq) where state < 3;
-- What a recipient who is changed takes along there.
create index tasks_open_recipient on dispatch.tasks (organization_id, recipient_id) where state < 3;
