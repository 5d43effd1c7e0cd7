-- Written by "npm run sql" from src/bridge/stand-ins/queries.ts.

-- loadDriverUsers: id, userId
select worker_id as id, user_id as "userId" from bridge.driver_users
where organization_id = $1 and worker_id = any($2::text[]);

-- insertDriverUser
insert into bridge.driver_users (organization_id, worker_id, user_id)
values ($1, $2, $3);

-- loadAdministratorUsers: id, userId
select administrator_id as id, user_id as "userId" from bridge.administrator_users
where organization_id = $1 and administrator_id = any($2::text[]);

-- loadAdministratorOfUser: id
select administrator_id as id from bridge.administrator_users
where organization_id = $1 and user_id = $2;

-- insertAdministratorUser
insert into bridge.administrator_users (organization_id, administrator_id, user_id)
values ($1, $2, $3);
