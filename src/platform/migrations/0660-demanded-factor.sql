-- Of whom an organization demands a second factor: of nobody, of everybody who is more than a driver (platform.is_staff), of everyone.
alter table platform.organizations add column second_factor_of text not null default 'nobody'
  check (second_factor_of in ('nobody', 'staff', 'everyone'));
