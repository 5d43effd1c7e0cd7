-- They are not of drivers alone any more.
insert into platform.push_subscriptions (organization_id, credential_id, endpoint_hash, sealed, created_at)
select organization_id, credential_id, endpoint_hash, sealed, created_at from dispatch.push_subscriptions
on conflict do nothing;
drop table dispatch.push_subscriptions;
