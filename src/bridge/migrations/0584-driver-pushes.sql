-- Drivers are pushed what is written in the topics of their tasks: where the bot reads the log already, from here on.
insert into platform.log_cursors (organization_id, reader, event_id)
select c.organization_id, 'driver-messages', coalesce(h.event_id, c.event_id)
from platform.log_cursors c left join platform.log_heads h on h.organization_id = c.organization_id
where c.reader = 'bridge'
on conflict do nothing;
