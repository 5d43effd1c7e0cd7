import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest, ChatError } from '../http/errors.ts';
import { realmPermissionDefaults } from '../settings/realm-settings.ts';
import { systemGroups } from '../settings/system-groups.ts';
import { accessGroup, systemGroupIds, type UserGroupRow } from './access.ts';
import { sameGroupSetting } from './group-setting.ts';
import { completeGroupPermissions, userGroupPermissionNames } from './permissions.ts';
import { presentUserGroup } from './present.ts';
import { insertSystemGroups, loadDirectGroupsOfUsers, loadGroupsUnder } from './queries.ts';
import {
  deleteMembers,
  deleteSubgroups,
  insertGroup,
  insertMembers,
  insertSubgroups,
  isGroupNameTaken,
  loadGroupObjections,
  type NewUserGroup,
  updateGroup,
} from './write-queries.ts';

/** The system groups of a new organization, each holding the next narrower one. */
export async function doCreateSystemGroups(tx: Tx): Promise<void> {
  await insertSystemGroups(tx, systemGroups);
}

/**
 * Watches the groups that people are in directly, by role too; deactivated people are in none.
 * @returns emits, after a change, who left and who joined which group
 */
export async function watchGroups(tx: Tx, userIds: readonly number[]): Promise<() => Promise<void>> {
  const before = await loadDirectGroupsOfUsers(tx, userIds);
  return async () => {
    const after = await loadDirectGroupsOfUsers(tx, userIds);
    emitMembers(tx, 'remove_members', before, after);
    emitMembers(tx, 'add_members', after, before);
  };
}

/** Emits which groups people are in who were in none. */
export async function emitNewMembers(tx: Tx, userIds: readonly number[]): Promise<void> {
  emitMembers(tx, 'add_members', await loadDirectGroupsOfUsers(tx, userIds), []);
}

type Memberships = Awaited<ReturnType<typeof loadDirectGroupsOfUsers>>;

function emitMembers(
  tx: Tx,
  op: 'add_members' | 'remove_members',
  memberships: Memberships,
  others: Memberships,
): void {
  const key = ({ userId, groupId }: Memberships[number]) => `${groupId} ${userId}`;
  const same = new Set(others.map(key));
  const changed = memberships.filter((membership) => !same.has(key(membership)));
  for (const members of Map.groupBy(changed, ({ groupId }) => groupId).values()) {
    const { groupId: id, deactivated } = members[0]!;
    const userIds = members.map(({ userId }) => userId).sort((one, other) => one - other);
    emitGroup(tx, { id, deactivated }, { op, group_id: id, user_ids: userIds });
  }
}

/**
 * An event about a group. Of a deactivated one only clients that know such groups are told, so the log keeps the state
 * with the event (`event-queues/user-group-events.ts`).
 */
function emitGroup(
  tx: Tx,
  { deactivated }: Pick<UserGroupRow, 'id' | 'deactivated'>,
  event: { op: string; [field: string]: unknown },
): void {
  const payload = { type: 'user_group' as const, ...event, ...(deactivated ? { of_deactivated: true } : {}) };
  emitChatEvent(tx, tx.organizationId, ['organization'], payload, { state: true });
}

/** @returns its ID @throws {ChatError} `BAD_REQUEST` when the name is taken */
export async function doCreateGroup(
  tx: Tx,
  given: NewUserGroup,
  memberIds: readonly number[],
  subgroupIds: readonly number[],
): Promise<number> {
  const { organizationId } = tx;

  await tx.position();
  const id = await insertGroup(tx, given);
  if (id === undefined) throw nameTaken(given.name);
  await insertMembers(tx, id, memberIds);
  await insertSubgroups(tx, id, subgroupIds);
  const group = await accessGroup(tx, id);
  emitGroup(tx, group, { op: 'add', group: await present(tx, group) });
  const details = { members: { to: memberIds }, subgroups: { to: subgroupIds } };
  tx.audit({ organizationId, action: 'group.created', object: objectOf(group), details });
  return id;
}

async function present(tx: Tx, group: UserGroupRow) {
  return presentUserGroup(group, await systemGroupIds(uncachedFacts(tx)));
}

function nameTaken(name: string): ChatError {
  return badRequest(`User group '${name}' already exists.`);
}

/** Changes to a group itself. */
export type GroupChanges = Partial<Pick<UserGroupRow, 'name' | 'description' | 'permissions'>>;

/** Changes a group, deactivated ones too. @throws {ChatError} `BAD_REQUEST` when the name is taken */
export async function doUpdateGroup(tx: Tx, before: UserGroupRow, changes: GroupChanges): Promise<UserGroupRow> {
  const { organizationId } = tx;

  await tx.position();
  const after = { ...before, ...changes, permissions: { ...before.permissions, ...changes.permissions } };
  const data: Record<string, unknown> = {};
  if (after.name !== before.name) {
    if (await isGroupNameTaken(tx, after.name, before.id)) throw nameTaken(after.name);
    data.name = after.name;
  }
  if (after.description !== before.description) data.description = after.description;
  const system = await systemGroupIds(uncachedFacts(tx));
  const [old, now] = [before, after].map(({ permissions }) => completeGroupPermissions(permissions, system));
  for (const name of userGroupPermissionNames) if (!sameGroupSetting(old![name], now![name])) data[name] = now![name];
  if (Object.keys(data).length === 0) return before;
  await updateGroup(tx, after);
  emitGroup(tx, after, { op: 'update', group_id: after.id, data });
  const details = {
    ...changesBetween<UserGroupRow>(before, after, ['name', 'description']),
    ...changesBetween(old, now, userGroupPermissionNames),
  };
  tx.audit({ organizationId, action: 'group.changed', object: objectOf(after), details });
  return after;
}

/**
 * Takes a group out of use. One that something else rests on stays.
 * @throws {ChatError} `CANNOT_DEACTIVATE_GROUP_IN_USE`
 */
export async function doDeactivateGroup(tx: Tx, group: UserGroupRow): Promise<void> {
  const { organizationId } = tx;

  if (group.deactivated) return;
  await tx.position();
  const objections = await loadGroupObjections(tx, group.id, Object.keys(realmPermissionDefaults));
  if (objections.length > 0)
    throw new ChatError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections });
  await updateGroup(tx, { ...group, deactivated: true });
  // Clients that do not know deactivated groups get it as a removal.
  emitGroup(tx, group, { op: 'update', group_id: group.id, data: { deactivated: true } });
  tx.audit({ organizationId, action: 'group.deactivated', object: objectOf(group) });
}

/** Brings a deactivated group back (spec: chat 3). */
export async function doReactivateGroup(tx: Tx, before: UserGroupRow): Promise<void> {
  const { organizationId } = tx;

  if (!before.deactivated) return;
  await tx.position();
  const group = { ...before, deactivated: false };
  await updateGroup(tx, group);
  // Clients that do not know deactivated groups get the whole group.
  const whole = await present(tx, group);
  emitGroup(tx, group, {
    op: 'update',
    group_id: group.id,
    data: { deactivated: false },
    group: whole,
  });
  tx.audit({ organizationId, action: 'group.reactivated', object: objectOf(group) });
}

/** Members to add to a group and to remove from it. */
export interface MembershipChanges {
  add: readonly number[];
  remove: readonly number[];
}

const objectOf = ({ id, name }: Pick<UserGroupRow, 'id' | 'name'>) => ({ kind: 'group', id: String(id), name });

function auditMembership(
  tx: Tx,
  group: UserGroupRow,
  what: 'members' | 'subgroups',
  { add, remove }: MembershipChanges,
): void {
  const { organizationId } = tx;

  const details = {
    ...(add.length > 0 && { added: { to: add } }),
    ...(remove.length > 0 && { removed: { from: remove } }),
  };
  tx.audit({ organizationId, action: `group.${what}_changed`, object: objectOf(group), details });
}

/** Changes who is a direct member. @throws {ChatError} `BAD_REQUEST` for who is one already, or is none */
export async function doChangeMembers(tx: Tx, group: UserGroupRow, { add, remove }: MembershipChanges): Promise<void> {
  await tx.position();
  const members = new Set(group.members);
  for (const id of add) if (members.has(id)) throw badRequest(`User ${id} is already a member of this group`);
  for (const id of remove) if (!members.has(id)) throw badRequest(`There is no member '${id}' in this user group`);
  if (add.length > 0) {
    await insertMembers(tx, group.id, add);
    emitGroup(tx, group, { op: 'add_members', group_id: group.id, user_ids: add });
  }
  if (remove.length > 0) {
    await deleteMembers(tx, group.id, remove);
    emitGroup(tx, group, { op: 'remove_members', group_id: group.id, user_ids: remove });
  }
  if (add.length > 0 || remove.length > 0) auditMembership(tx, group, 'members', { add, remove });
}

/**
 * Changes which groups are held directly.
 * @throws {ChatError} `BAD_REQUEST` for one that is held already or is not, and for a group that would hold itself
 */
export async function doChangeSubgroups(
  tx: Tx,
  group: UserGroupRow,
  { add, remove }: MembershipChanges,
): Promise<void> {
  await tx.position();
  const held = new Set(group.subgroupIds);
  for (const id of add) if (held.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`);
  for (const id of remove) if (!held.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`);
  // Taken out first, so that two groups can change places in one request.
  if (remove.length > 0) {
    await deleteSubgroups(tx, group.id, remove);
    emitGroup(tx, group, {
      op: 'remove_subgroups',
      group_id: group.id,
      direct_subgroup_ids: remove,
    });
  }
  if (add.length > 0 || remove.length > 0) auditMembership(tx, group, 'subgroups', { add, remove });
  if (add.length === 0) return;
  if ((await loadGroupsUnder(tx, add)).includes(group.id))
    throw badRequest('A user group cannot be a subgroup of itself, directly or through others.');
  await insertSubgroups(tx, group.id, add);
  emitGroup(tx, group, { op: 'add_subgroups', group_id: group.id, direct_subgroup_ids: add });
}
