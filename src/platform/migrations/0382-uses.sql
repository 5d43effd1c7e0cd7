-- What an organization uses this server for; null until its owner was asked.
alter table platform.organizations add column uses text check (uses in ('chat', 'deliveries', 'both'));
