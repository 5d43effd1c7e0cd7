import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { systemGroups } from '../settings/system-groups.ts';
import { systemGroupsOfUsers } from './access.ts';
import { insertSystemGroups } from './queries.ts';

/** The system groups of a new organization, each holding the next narrower one. */
export async function doCreateSystemGroups(tx: Tx, organizationId: string): Promise<void> {
  await insertSystemGroups(tx, organizationId, systemGroups);
}

/**
 * Watches the system groups that people are in by role.
 * @returns emits, after a change, who left and who joined which group
 */
export async function watchSystemGroups(
  tx: Tx,
  organizationId: string,
  userIds: readonly number[],
): Promise<() => Promise<void>> {
  const before = await systemGroupsOfUsers(tx, organizationId, userIds);
  return async () => {
    const after = await systemGroupsOfUsers(tx, organizationId, userIds);
    const changed = userIds.filter((id) => before.get(id) !== after.get(id));
    emitMembers(tx, organizationId, 'remove_members', changed, before);
    emitMembers(tx, organizationId, 'add_members', changed, after);
  };
}

/** Emits which system groups people are in who were in none. */
export async function emitNewMembers(tx: Tx, organizationId: string, userIds: readonly number[]): Promise<void> {
  const groups = await systemGroupsOfUsers(tx, organizationId, userIds);
  emitMembers(tx, organizationId, 'add_members', userIds, groups);
}

function emitMembers(
  tx: Tx,
  organizationId: string,
  op: 'add_members' | 'remove_members',
  userIds: readonly number[],
  groups: ReadonlyMap<number, number>,
): void {
  for (const [group_id, user_ids] of Map.groupBy(userIds, (id) => groups.get(id)))
    if (group_id !== undefined)
      emitChatEvent(
        tx,
        organizationId,
        ['organization'],
        { type: 'user_group', op, group_id, user_ids },
        { state: true },
      );
}
