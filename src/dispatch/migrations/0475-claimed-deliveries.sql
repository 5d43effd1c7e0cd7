-- The requests under way to a receiver are counted with every claim: nothing else of its deliveries is looked at for that.
drop index dispatch.webhook_deliveries_claimed;
create index webhook_deliveries_claimed on dispatch.webhook_deliveries (organization_id, receiver, claimed_until)
  where claimed_until is not null;
