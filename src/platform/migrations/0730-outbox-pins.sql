-- SMS only: what stands in the place of `{pin}`, sealed.
alter table platform.outbox add column sealed_pin bytea;
