import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { systemGroupOfRole } from './system-groups.ts';

export function loadSystemGroups(reader: Reader, organizationId: string): Promise<{ id: number; name: string }[]> {
  return reader.all(sql<{ id: number; name: string }>`
    select id, name from chat.user_groups where organization_id = ${organizationId} and is_system_group`);
}

interface MembershipFacts {
  role: number;
  isActive: boolean;
  isFullMember: boolean;
}

/** The groups a person is in, also through subgroups; none for deactivated and unknown people. */
export async function loadGroupIdsOfUser(
  reader: Reader,
  organizationId: string,
  userId: number,
): Promise<{ id: number }[]> {
  const user = await reader.first(sql<MembershipFacts>`
    select u.role, u.is_active as "isActive",
      u.date_joined <= now() - make_interval(days => coalesce((r.settings->>'waiting_period_threshold')::int, 0)) as "isFullMember"
    from chat.users u join chat.realms r using (organization_id)
    where organization_id = ${organizationId} and u.id = ${userId}`);
  if (!user?.isActive) return [];
  // Deactivated groups hold nobody, so the way up ends at them.
  return reader.all(sql<{ id: number }>`
    with recursive containing (id) as (
      select g.id from chat.user_groups g
      where g.organization_id = ${organizationId} and not g.deactivated
        and (g.is_system_group and g.name = ${systemGroupOfRole(user.role, user.isFullMember)}
          or g.id in (select group_id from chat.user_group_members
            where organization_id = ${organizationId} and user_id = ${userId}))
      union
      select g.id from containing
        join chat.user_group_subgroups s on s.organization_id = ${organizationId} and s.subgroup_id = containing.id
        join chat.user_groups g on g.organization_id = ${organizationId} and g.id = s.group_id and not g.deactivated
    )
    select id from containing`);
}

/** Those of the given groups that exist and are in use. */
export function loadActiveGroups(
  reader: Reader,
  organizationId: string,
  groupIds: readonly number[],
): Promise<{ id: number; name: string; isSystemGroup: boolean }[]> {
  return reader.all(sql<{ id: number; name: string; isSystemGroup: boolean }>`
    select id, name, is_system_group as "isSystemGroup" from chat.user_groups
    where organization_id = ${organizationId} and not deactivated and id = any(${groupIds}::bigint[])`);
}
