import type { SystemGroupName } from '../settings/system-groups.ts';

/** The permissions that a user group gives (spec: chat 4.4), and who holds them unless it says otherwise. */
export const userGroupPermissionDefaults = {
  can_add_members_group: 'role:nobody',
  can_join_group: 'role:nobody',
  can_leave_group: 'role:everyone',
  can_manage_group: 'role:nobody',
  can_mention_group: 'role:everyone',
  can_remove_members_group: 'role:nobody',
} as const satisfies Record<string, SystemGroupName>;

export type UserGroupPermission = keyof typeof userGroupPermissionDefaults;
