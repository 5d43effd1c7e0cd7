-- Deliveries go many at a time to a receiver, which is the origin of a webhook's URL (scheme, host and port).
alter table dispatch.webhooks add column receiver text;
update dispatch.webhooks set receiver = lower(substring(url from '^[^/?#]+//[^/?#]+'));
alter table dispatch.webhooks alter column receiver set not null;
alter table dispatch.webhooks drop column delivering_until;
create index webhooks_receiver on dispatch.webhooks (organization_id, receiver);

-- The receivers of an organization, and whether they answer. The rows are also the lock of its deliveries.
create table dispatch.webhook_receivers (
  organization_id text not null references platform.organizations on delete cascade,
  receiver text not null,
  -- rounds in a row that had no answer at all
  unanswered int not null default 0,
  -- nothing is sent before
  paused_until timestamptz,
  primary key (organization_id, receiver)
);
insert into dispatch.webhook_receivers (organization_id, receiver)
select distinct organization_id, receiver from dispatch.webhooks;

alter table dispatch.webhook_deliveries add column receiver text;
-- the task or worker of the event: what is first sent of it goes in order
alter table dispatch.webhook_deliveries add column object_id text;
-- a request is under way; whoever made it is taken for dead afterwards
alter table dispatch.webhook_deliveries add column claimed_until timestamptz;
update dispatch.webhook_deliveries d set receiver = w.receiver from dispatch.webhooks w
where w.organization_id = d.organization_id and w.id = d.webhook_id;
alter table dispatch.webhook_deliveries alter column receiver set not null;
drop index dispatch.webhook_deliveries_due;
create index webhook_deliveries_due on dispatch.webhook_deliveries (organization_id, receiver, next_at, event_id);
create index webhook_deliveries_first on dispatch.webhook_deliveries (organization_id, receiver, object_id, event_id)
  where attempts = 0;
create index webhook_deliveries_claimed on dispatch.webhook_deliveries (organization_id, receiver)
  where claimed_until is not null;
