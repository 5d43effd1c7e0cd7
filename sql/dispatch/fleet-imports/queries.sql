-- Written by "npm run sql" from src/dispatch/fleet-imports/queries.ts.

-- loadRecognised (hubs): id, value
select id, id as value from dispatch.hubs
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (administrators): id, value
select id, id as value from dispatch.administrators
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (teams): id, value
select id, id as value from dispatch.teams
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (workers): id, value
select id, id as value from dispatch.workers
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (recipients): id, value
select id, id as value from dispatch.recipients
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (destinations): id, value
select id, id as value from dispatch.destinations
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (tasks): id, value
select id, id as value from dispatch.tasks
where organization_id = $1 and id = any($2::text[]);

-- loadRecognised (administrators by address): id, value
select id, email_key as value from dispatch.administrators
where organization_id = $1 and email_key = any($2::text[]);

-- loadRecognised (teams by name): id, value
select id, name as value from dispatch.teams
where organization_id = $1 and name = any($2::text[]);

-- loadRecognised (workers by number): id, value
select id, phone as value from dispatch.workers
where organization_id = $1 and phone = any($2::text[]);

-- loadRecognised (recipients by number): id, value
select id, phone as value from dispatch.recipients
where organization_id = $1 and phone = any($2::text[]);

-- loadRecognised (tasks by short ID): id, value
select id, short_id as value from dispatch.tasks
where organization_id = $1 and short_id = any($2::text[]);
