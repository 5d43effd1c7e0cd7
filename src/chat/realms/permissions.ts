import type { RealmPermission } from '../settings/realm-settings.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import type { GroupSettingRule } from '../user-groups/group-setting.ts';

interface RealmPermissionRule extends GroupSettingRule {
  /** Only owners may give it to others. */
  ownersOnly?: boolean;
}

const noOutsiders: readonly SystemGroupName[] = ['role:internet'];
const noGuests: readonly SystemGroupName[] = ['role:internet', 'role:everyone'];

/** The permissions of an organization that are held to, and so can be changed. */
export const realmPermissions = {
  can_access_all_users_group: { forbidden: [], allowed: ['role:everyone', 'role:members'] },
  can_add_custom_emoji_group: { forbidden: noGuests },
  can_add_subscribers_group: { forbidden: noGuests },
  can_create_bots_group: { forbidden: noGuests },
  can_create_groups: { forbidden: noGuests, ownersOnly: true },
  can_create_private_channel_group: { forbidden: noGuests },
  can_create_public_channel_group: { forbidden: noGuests },
  can_create_web_public_channel_group: { forbidden: noGuests, ownersOnly: true },
  can_delete_any_message_group: { forbidden: noGuests },
  can_delete_own_message_group: { forbidden: noOutsiders },
  can_invite_users_group: { forbidden: noGuests, ownersOnly: true },
  can_manage_all_groups: { forbidden: noGuests, ownersOnly: true },
  can_mention_many_users_group: { forbidden: noOutsiders },
  can_move_messages_between_channels_group: { forbidden: noGuests },
  can_move_messages_between_topics_group: { forbidden: noOutsiders },
  can_resolve_topics_group: { forbidden: noOutsiders },
  can_set_delete_message_policy_group: { forbidden: noGuests },
  can_set_topics_policy_group: { forbidden: noGuests },
  create_multiuse_invite_group: { forbidden: noGuests, ownersOnly: true },
  direct_message_initiator_group: { forbidden: noOutsiders },
  direct_message_permission_group: { forbidden: noOutsiders },
} as const satisfies Partial<Record<RealmPermission, RealmPermissionRule>>;

export type ChangeableRealmPermission = keyof typeof realmPermissions;
export const realmPermissionNames = Object.keys(realmPermissions) as ChangeableRealmPermission[];

/** Whether only owners may change the permission. */
export function isForOwners(name: ChangeableRealmPermission): boolean {
  return (realmPermissions[name] as RealmPermissionRule).ownersOnly ?? false;
}
