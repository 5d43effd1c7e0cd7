import type { SystemGroupName } from '../settings/system-groups.ts';
import type { GroupSettingRule, GroupSettingValue } from './group-setting.ts';

interface UserGroupPermissionRule extends GroupSettingRule {
  /** Sentence for the documents of the API. */
  description: string;
  /** Default holder. */
  fallback: SystemGroupName;
  /** Whether whoever makes a group holds it unless the request says otherwise. */
  ofCreator: boolean;
}

const noOutsiders: readonly SystemGroupName[] = ['role:internet'];

/** The permissions that a user group gives (spec: chat 4.4). Nobody outside the organization can hold one. */
export const userGroupPermissions = {
  can_add_members_group: {
    fallback: 'role:nobody',
    ofCreator: true,
    forbidden: noOutsiders,
    description: 'Who may add people and subgroups to the group.',
  },
  can_join_group: {
    fallback: 'role:nobody',
    ofCreator: false,
    forbidden: noOutsiders,
    description: 'Who may add themselves to the group.',
  },
  can_leave_group: {
    fallback: 'role:everyone',
    ofCreator: false,
    forbidden: noOutsiders,
    description: 'Who may remove themselves from the group.',
  },
  can_manage_group: {
    fallback: 'role:nobody',
    ofCreator: true,
    forbidden: ['role:internet', 'role:everyone'],
    description: 'Who may change the group and its members. It cannot be `role:internet` or `role:everyone`.',
  },
  can_mention_group: {
    fallback: 'role:everyone',
    ofCreator: false,
    forbidden: ['role:internet', 'role:owners'],
    description: 'Who may mention the group. It cannot be `role:internet` or `role:owners`.',
  },
  can_remove_members_group: {
    fallback: 'role:nobody',
    ofCreator: false,
    forbidden: noOutsiders,
    description: 'Who may remove people and subgroups from the group.',
  },
} as const satisfies Record<string, UserGroupPermissionRule>;

export type UserGroupPermission = keyof typeof userGroupPermissions;
export const userGroupPermissionNames = Object.keys(userGroupPermissions) as UserGroupPermission[];

/** A parameter or schema for each permission, with the permission's sentence. */
export function forEachGroupPermission<T>(make: (description: string) => T): Record<UserGroupPermission, T> {
  return Object.fromEntries(
    userGroupPermissionNames.map((name) => [name, make(userGroupPermissions[name].description)]),
  ) as Record<UserGroupPermission, T>;
}

/** All permissions of a group: those that it sets, and for the rest the default. */
export function completeGroupPermissions(
  given: Readonly<Partial<Record<UserGroupPermission, GroupSettingValue>>>,
  system: Readonly<Record<SystemGroupName, number>>,
): Record<UserGroupPermission, GroupSettingValue> {
  return Object.fromEntries(
    userGroupPermissionNames.map((name) => [name, given[name] ?? system[userGroupPermissions[name].fallback]]),
  ) as Record<UserGroupPermission, GroupSettingValue>;
}

/** The permissions of a new group: those given, and for some of the rest whoever makes it. */
export function newGroupPermissions(
  given: Readonly<Partial<Record<UserGroupPermission, GroupSettingValue>>>,
  creatorId: number,
): Partial<Record<UserGroupPermission, GroupSettingValue>> {
  const own = userGroupPermissionNames.filter((name) => userGroupPermissions[name].ofCreator);
  const creator: GroupSettingValue = { direct_members: [creatorId], direct_subgroups: [] };
  return { ...Object.fromEntries(own.map((name) => [name, creator])), ...given };
}
