-- Written by "npm run sql" from src/chat/navigation-views/queries.ts.

-- loadViewsOf: fragment, is_pinned, name
select fragment, is_pinned, name from chat.navigation_views
where organization_id = $1 and user_id = $2 order by fragment;

-- saveView
insert into chat.navigation_views (organization_id, user_id, fragment, is_pinned, name)
values ($1, $2, $3, $4, $5)
on conflict (organization_id, user_id, fragment) do update set is_pinned = excluded.is_pinned, name = excluded.name;

-- deleteView
delete from chat.navigation_views
where organization_id = $1 and user_id = $2 and fragment = $3;
