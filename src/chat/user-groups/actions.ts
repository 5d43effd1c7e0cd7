import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { systemGroups } from './system-groups.ts';

/** The system groups of a new organization, each holding the next narrower one. */
export async function doCreateSystemGroups(tx: Tx, organizationId: string): Promise<void> {
  const groups = systemGroups.map(({ name, description }, index) => ({ name, description, index }));
  await tx.run(sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(groups)}::jsonb) as wanted (name text, description text, index int)),
    created as (
      insert into chat.user_groups (organization_id, name, description, is_system_group, date_created)
      select ${organizationId}, name, description, true, ${tx.now}::timestamptz from wanted order by index
      returning id, name)
    insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
    select ${organizationId}, wide.id, narrow.id
    from wanted w
      join wanted n on n.index = w.index + 1 and n.name <> 'role:nobody'
      join created wide on wide.name = w.name
      join created narrow on narrow.name = n.name`);
}
