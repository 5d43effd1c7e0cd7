-- The name below the server's host at which an organization has its own address, and a whole domain where the operator gave it one.
alter table platform.organizations
  add column address text check (address ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
  add column domain text check (domain = lower(domain));

-- From the names of those that are here, in the order in which they came.
do $$
declare
  organization record;
  wanted text;
  chosen text;
  n int;
begin
  for organization in select id, name from platform.organizations order by created_at, id loop
    wanted := replace(lower(organization.name), 'ß', 'ss');
    wanted := translate(wanted, 'àáâãäåāăąçćčďèéêëēęěìíîïīłñńňòóôõöøōőřśšťùúûüūůűýÿźżž', 'aaaaaaaaacccdeeeeeeeiiiiilnnnoooooooorsstuuuuuuuyyzzz');
    wanted := trim(both '-' from left(trim(both '-' from regexp_replace(wanted, '[^a-z0-9]+', '-', 'g')), 40));
    if wanted = '' then wanted := 'organization'; end if;
    chosen := wanted;
    n := 1;
    while chosen in ('admin', 'api', 'app', 'auth', 'login', 'mail', 'ns', 'smtp', 'static', 'status', 'support', 'www')
      or exists (select from platform.organizations o where o.address = chosen) loop
      n := n + 1;
      chosen := wanted || '-' || n;
    end loop;
    update platform.organizations set address = chosen where id = organization.id;
  end loop;
end $$;

alter table platform.organizations alter column address set not null;
create unique index organizations_address on platform.organizations (address);
create unique index organizations_domain on platform.organizations (domain) where domain is not null;

-- Hosts that this server was reached at: made-up addresses of people (user12@HOST) go on working when it moves.
create table platform.hosts (
  host text primary key
);
