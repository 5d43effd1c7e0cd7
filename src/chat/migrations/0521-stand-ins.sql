-- Whether a user stands for somebody who writes by another way and has no account: a driver, in the topic of a task.
alter table chat.users add column is_stand_in boolean not null default false;
update chat.users u set is_stand_in = true
where exists (select from bridge.driver_users d where d.organization_id = u.organization_id and d.user_id = u.id);
