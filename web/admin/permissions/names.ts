/** Permissions of the organization, in parts, as `PATCH /realm` names them. */
export const PERMISSION_PARTS = {
  people: [
    'can_invite_users_group',
    'create_multiuse_invite_group',
    'can_access_all_users_group',
    'can_create_groups',
    'can_manage_all_groups',
    'can_create_bots_group',
    'can_add_custom_emoji_group',
  ],
  channels: [
    'can_create_public_channel_group',
    'can_create_private_channel_group',
    'can_create_web_public_channel_group',
    'can_add_subscribers_group',
    'can_set_topics_policy_group',
    'can_set_delete_message_policy_group',
    'can_mention_many_users_group',
  ],
  messages: [
    'can_move_messages_between_topics_group',
    'can_move_messages_between_channels_group',
    'can_resolve_topics_group',
    'can_delete_own_message_group',
    'can_delete_any_message_group',
  ],
  direct: ['direct_message_initiator_group', 'direct_message_permission_group'],
} as const;

export type PartName = keyof typeof PERMISSION_PARTS;
export type RealmPermission = (typeof PERMISSION_PARTS)[PartName][number];

/** Permissions that only owners give to others. */
export const FOR_OWNERS: readonly RealmPermission[] = [
  'can_invite_users_group',
  'create_multiuse_invite_group',
  'can_create_groups',
  'can_manage_all_groups',
  'can_create_web_public_channel_group',
];
