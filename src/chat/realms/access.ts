import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import {
  type RealmPermission,
  type RealmSettings,
  realmPermissionDefaults,
  realmSettingDefaults,
  wildcardMentionPolicies,
} from '../settings/realm-settings.ts';
import type { SystemGroupName } from '../settings/system-groups.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import type { GroupSettingValue } from '../user-groups/group-setting.ts';
import { realmPictureUrl } from './picture.ts';
import { loadRealm, type RealmRow } from './queries.ts';

export { loadEndedWaiting, loadJoinedUserIds } from './queries.ts';

const realms = defineFact('realm', [
  ...['chat.realm_pictures', 'chat.realms', 'chat.user_groups', 'platform.organizations'],
]);

/** An organization as the chat API knows it. */
export interface Realm extends Omit<RealmRow, 'settings'> {
  organizationId: string;
  settings: RealmSettings;
  /** Every permission that groups hold. */
  permissions: Record<RealmPermission, GroupSettingValue>;
}

/** The facts of an organization: name, limits on topics, settings, permissions. */
export function realmOf(facts: FactSource): Promise<Realm> {
  const { organizationId } = facts;

  return facts.read(realms, '', async (reader) => {
    const row = await loadRealm(reader);
    if (!row) throw new Error(`organization ${organizationId} has no realm`);
    const groups = await systemGroupIds(facts);
    const permissions = Object.fromEntries(
      Object.entries(realmPermissionDefaults).map(([name, group]) => [name, row.settings[name] ?? groups[group]]),
    ) as Realm['permissions'];
    return { ...row, organizationId, settings: { ...realmSettingDefaults, ...row.settings }, permissions };
  });
}

/** Returns the address of the icon that an organization has uploaded; undefined if it has none. */
export async function uploadedIconOf(facts: FactSource): Promise<string | undefined> {
  const { organizationId, pictures } = await realmOf(facts);
  return pictures.icon?.isOwn ? realmPictureUrl(organizationId, pictures, 'icon') : undefined;
}

/**
 * Returns the policy for mentioning many people in the numbers of older clients; `nobody` for groups that have no
 * number.
 */
export function wildcardMentionPolicy(
  value: GroupSettingValue,
  groups: Readonly<Record<SystemGroupName, number>>,
): number {
  const names = Object.keys(wildcardMentionPolicies) as SystemGroupName[];
  const name = names.find((candidate) => groups[candidate] === value);
  return wildcardMentionPolicies[name ?? 'role:nobody']!;
}

/** The short name in `sender_realm_str`; the organization on the server's root address has none. */
export const realmSubdomain = '';

/** Whether web-public channels are read without an account: the server and the organization must want it. */
export function isOpenToTheWorld(
  { config }: Pick<Services, 'config'>,
  realm: { enableSpectatorAccess: boolean },
): boolean {
  return config.webPublicChannels && realm.enableSpectatorAccess;
}
