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
export async function doCreateSystemGroups(tx: Tx, organizationId: string): Promise<void> {
  await insertSystemGroups(tx, organizationId, systemGroups);
}

/**
 * Watches the groups that people are in directly, by role too; deactivated people are in none.
 * @returns emits, after a change, who left and who joined which group
 */
export async function watchGroups(
  tx: Tx,
  organizationId: string,
  userIds: readonly number[],
): Promise<() => Promise<void>> {
  const before = await loadDirectGroupsOfUsers(tx, organizationId, userIds);
  return async () => {
    const after = await loadDirectGroupsOfUsers(tx, organizationId, userIds);
    emitMembers(tx, organizationId, 'remove_members', before, after);
    emitMembers(tx, organizationId, 'add_members', after, before);
  };
}

/** Emits which groups people are in who were in none. */
export async function emitNewMembers(tx: Tx, organizationId: string, userIds: readonly number[]): Promise<void> {
  emitMembers(tx, organizationId, 'add_members', await loadDirectGroupsOfUsers(tx, organizationId, userIds), []);
}

type Memberships = Awaited<ReturnType<typeof loadDirectGroupsOfUsers>>;

function emitMembers(
  tx: Tx,
  organizationId: string,
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
    emitGroup(tx, organizationId, { id, deactivated }, { op, group_id: id, user_ids: userIds });
  }
}

/**
 * An event about a group. Of a deactivated one only clients that know such groups are told, so the log keeps the state
 * with the event (`event-queues/user-group-events.ts`).
 */
function emitGroup(
  tx: Tx,
  organizationId: string,
  { deactivated }: Pick<UserGroupRow, 'id' | 'deactivated'>,
  event: { op: string; [field: string]: unknown },
): void {
  const payload = { type: 'user_group' as const, ...event, ...(deactivated ? { of_deactivated: true } : {}) };
  emitChatEvent(tx, organizationId, ['organization'], payload, { state: true });
}

/** @returns its ID @throws {ChatError} `BAD_REQUEST` when the name is taken */
export async function doCreateGroup(
  tx: Tx,
  organizationId: string,
  given: NewUserGroup,
  memberIds: readonly number[],
  subgroupIds: readonly number[],
): Promise<number> {
  await tx.position(organizationId);
  const id = await insertGroup(tx, organizationId, given);
  if (id === undefined) throw nameTaken(given.name);
  await insertMembers(tx, organizationId, id, memberIds);
  await insertSubgroups(tx, organizationId, id, subgroupIds);
  const group = await accessGroup(tx, organizationId, id);
  emitGroup(tx, organizationId, group, { op: 'add', group: await present(tx, organizationId, group) });
  const details = { members: { to: memberIds }, subgroups: { to: subgroupIds } };
  tx.audit({ organizationId, action: 'group.created', object: objectOf(group), details });
  return id;
}

async function present(tx: Tx, organizationId: string, group: UserGroupRow) {
  return presentUserGroup(group, await systemGroupIds(uncachedFacts(tx), organizationId));
}

function nameTaken(name: string): ChatError {
  return badRequest(`User group '${name}' already exists.`);
}

/** Changes to a group itself. */
export type GroupChanges = Partial<Pick<UserGroupRow, 'name' | 'description' | 'permissions'>>;

/** Changes a group, deactivated ones too. @throws {ChatError} `BAD_REQUEST` when the name is taken */
export async function doUpdateGroup(
  tx: Tx,
  organizationId: string,
  before: UserGroupRow,
  changes: GroupChanges,
): Promise<UserGroupRow> {
  await tx.position(organizationId);
  const after = { ...before, ...changes, permissions: { ...before.permissions, ...changes.permissions } };
  const data: Record<string, unknown> = {};
  if (after.name !== before.name) {
    if (await isGroupNameTaken(tx, organizationId, after.name, before.id)) throw nameTaken(after.name);
    data.name = after.name;
  }
  if (after.description !== before.description) data.description = after.description;
  const system = await systemGroupIds(uncachedFacts(tx), organizationId);
  const [old, now] = [before, after].map(({ permissions }) => completeGroupPermissions(permissions, system));
  for (const name of userGroupPermissionNames) if (!sameGroupSetting(old![name], now![name])) data[name] = now![name];
  if (Object.keys(data).length === 0) return before;
  await updateGroup(tx, organizationId, after);
  emitGroup(tx, organizationId, after, { op: 'update', group_id: after.id, data });
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
export async function doDeactivateGroup(tx: Tx, organizationId: string, group: UserGroupRow): Promise<void> {
  if (group.deactivated) return;
  await tx.position(organizationId);
  const objections = await loadGroupObjections(tx, organizationId, group.id, Object.keys(realmPermissionDefaults));
  if (objections.length > 0)
    throw new ChatError('CANNOT_DEACTIVATE_GROUP_IN_USE', 'Cannot deactivate user group in use.', { objections });
  await updateGroup(tx, organizationId, { ...group, deactivated: true });
  // Clients that do not know deactivated groups get it as a removal.
  emitGroup(tx, organizationId, group, { op: 'update', group_id: group.id, data: { deactivated: true } });
  tx.audit({ organizationId, action: 'group.deactivated', object: objectOf(group) });
}

/** Brings a deactivated group back (spec: chat 3). */
export async function doReactivateGroup(tx: Tx, organizationId: string, before: UserGroupRow): Promise<void> {
  if (!before.deactivated) return;
  await tx.position(organizationId);
  const group = { ...before, deactivated: false };
  await updateGroup(tx, organizationId, group);
  // Clients that do not know deactivated groups get the whole group.
  const whole = await present(tx, organizationId, group);
  emitGroup(tx, organizationId, group, {
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
  organizationId: string,
  group: UserGroupRow,
  what: 'members' | 'subgroups',
  { add, remove }: MembershipChanges,
): void {
  const details = {
    ...(add.length > 0 && { added: { to: add } }),
    ...(remove.length > 0 && { removed: { from: remove } }),
  };
  tx.audit({ organizationId, action: `group.${what}_changed`, object: objectOf(group), details });
}

/** Changes who is a direct member. @throws {ChatError} `BAD_REQUEST` for who is one already, or is none */
export async function doChangeMembers(
  tx: Tx,
  organizationId: string,
  group: UserGroupRow,
  { add, remove }: MembershipChanges,
): Promise<void> {
  await tx.position(organizationId);
  const members = new Set(group.members);
  for (const id of add) if (members.has(id)) throw badRequest(`User ${id} is already a member of this group`);
  for (const id of remove) if (!members.has(id)) throw badRequest(`There is no member '${id}' in this user group`);
  if (add.length > 0) {
    await insertMembers(tx, organizationId, group.id, add);
    emitGroup(tx, organizationId, group, { op: 'add_members', group_id: group.id, user_ids: add });
  }
  if (remove.length > 0) {
    await deleteMembers(tx, organizationId, group.id, remove);
    emitGroup(tx, organizationId, group, { op: 'remove_members', group_id: group.id, user_ids: remove });
  }
  if (add.length > 0 || remove.length > 0) auditMembership(tx, organizationId, group, 'members', { add, remove });
}

/**
 * Changes which groups are held directly.
 * @throws {ChatError} `BAD_REQUEST` for one that is held already or is not, and for a group that would hold itself
 */
export async function doChangeSubgroups(
  tx: Tx,
  organizationId: string,
  group: UserGroupRow,
  { add, remove }: MembershipChanges,
): Promise<void> {
  await tx.position(organizationId);
  const held = new Set(group.subgroupIds);
  for (const id of add) if (held.has(id)) throw badRequest(`User group ${id} is already a subgroup of this group.`);
  for (const id of remove) if (!held.has(id)) throw badRequest(`User group ${id} is not a subgroup of this group.`);
  // Taken out first, so that two groups can change places in one request.
  if (remove.length > 0) {
    await deleteSubgroups(tx, organizationId, group.id, remove);
    emitGroup(tx, organizationId, group, {
      op: 'remove_subgroups',
      group_id: group.id,
      direct_subgroup_ids: remove,
    });
  }
  if (add.length > 0 || remove.length > 0) auditMembership(tx, organizationId, group, 'subgroups', { add, remove });
  if (add.length === 0) return;
  if ((await loadGroupsUnder(tx, organizationId, add)).includes(group.id))
    throw badRequest('A user group cannot be a subgroup of itself, directly or through others.');
  await insertSubgroups(tx, organizationId, group.id, add);
  emitGroup(tx, organizationId, group, { op: 'add_subgroups', group_id: group.id, direct_subgroup_ids: add });
}
