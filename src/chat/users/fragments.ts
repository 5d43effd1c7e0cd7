import { type Sql, sql } from '../../platform/db/sql.ts';

/** Whether guests may not know of everybody: then the permission is another group's than that of all people. */
export function limitsGuests(organizationId: string): Sql {
  return sql`
    exists (select from chat.realms r join chat.user_groups g on g.organization_id = r.organization_id
      and lower(g.name) = 'role:everyone' and g.is_system_group
      where r.organization_id = ${organizationId}
        and r.settings->'can_access_all_users_group' <> to_jsonb(g.id))`;
}
