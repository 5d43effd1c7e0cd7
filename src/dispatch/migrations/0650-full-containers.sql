-- Tasks that lose their place fall into an organization's container however full it is; who puts tasks in is refused beyond 10,000.
alter table dispatch.containers drop constraint containers_task_count_check;
alter table dispatch.containers add constraint containers_task_count_check check (task_count >= 0);
