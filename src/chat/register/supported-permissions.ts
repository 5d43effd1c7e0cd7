import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { channelPermissions } from '../channels/permissions.ts';
import { realmPermissions } from '../realms/permissions.ts';
import { realmPermissionDefaults } from '../settings/realm-settings.ts';
import { type SystemGroupName, systemGroups } from '../settings/system-groups.ts';
import type { GroupSettingRule } from '../user-groups/group-setting.ts';
import { userGroupPermissions } from '../user-groups/permissions.ts';

const SupportedPermission = Type.Object(
  {
    require_system_group: Type.Boolean({ description: 'Whether only system groups may hold the permission.' }),
    allow_internet_group: Type.Boolean({
      description: 'Whether people without an account may hold it (`role:internet`).',
    }),
    allow_nobody_group: Type.Boolean({ description: 'Whether nobody may hold it (`role:nobody`).' }),
    allow_everyone_group: Type.Boolean({
      description: 'Whether everybody with an account may hold it (`role:everyone`).',
    }),
    default_group_name: Type.String({
      description: 'Group that holds it by default, or `channel_creator` or `group_creator`.',
    }),
    default_for_system_groups: Type.Union([Type.String(), Type.Null()], {
      description: 'Default in system groups. Always null: the general default applies.',
    }),
    allowed_system_groups: Type.Array(Type.String(), {
      description: 'Names of the only groups that may hold it. Empty: see the flags.',
    }),
  },
  { additionalProperties: false },
);
const byName = Type.Record(Type.String(), SupportedPermission);

/** Existing permissions and the groups that may hold them. */
export const SupportedPermissions = Type.Object(
  {
    realm: described(byName, 'Permissions of the organization, by name.'),
    stream: described(byName, 'Permissions of a channel, by name.'),
    group: described(byName, 'Permissions of a user group, by name.'),
  },
  { additionalProperties: false },
);

function supported(rule: GroupSettingRule, fallback: string): Static<typeof SupportedPermission> {
  const { allowed, forbidden } = rule;
  const takes = (name: SystemGroupName) => (allowed ? allowed.includes(name) : !forbidden.includes(name));
  return {
    require_system_group: allowed !== undefined,
    allow_internet_group: takes('role:internet'),
    allow_nobody_group: takes('role:nobody'),
    allow_everyone_group: takes('role:everyone'),
    default_group_name: fallback,
    default_for_system_groups: null,
    allowed_system_groups: allowed ? systemGroups.map(({ name }) => name).filter(takes) : [],
  };
}

const each = <Rule extends GroupSettingRule>(
  rules: Readonly<Record<string, Rule>>,
  fallback: (name: string, rule: Rule) => string,
) => Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, supported(rule, fallback(name, rule))]));

const CREATOR = { stream: 'channel_creator', group: 'group_creator' };

export const supportedPermissions: Static<typeof SupportedPermissions> = {
  realm: each<GroupSettingRule>(
    realmPermissions,
    (name) => realmPermissionDefaults[name as keyof typeof realmPermissionDefaults],
  ),
  stream: each<GroupSettingRule & { fallback: string }>(channelPermissions, (_name, { fallback }) =>
    fallback === 'creator' ? CREATOR.stream : fallback,
  ),
  group: each<GroupSettingRule & { fallback: string; ofCreator: boolean }>(
    userGroupPermissions,
    (_name, { fallback, ofCreator }) => (ofCreator ? CREATOR.group : fallback),
  ),
};
