import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { doRenameOrganization, doSetOrganizationLanguage } from '../../platform/organizations/organizations.ts';
import type { Services } from '../../platform/services.ts';
import { emitChatEvent } from '../events/emit.ts';
import type { RealmPermission, RealmSettings } from '../settings/realm-settings.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { doCreateSystemGroups, watchGroups } from '../user-groups/actions.ts';
import { type GroupSettingValue, sameGroupSetting } from '../user-groups/group-setting.ts';
import { isOpenToTheWorld, type Realm, wildcardMentionPolicy } from './access.ts';
import { hasTwentyFourHours } from './clock.ts';
import { insertRealm, loadActiveUserIds, updateFullMembers, updateRealm } from './queries.ts';

export { updateFullMembers as doSetFullMembers } from './queries.ts';

/**
 * The chat side of a new organization: the realm and its system groups. Its people begin with the clock of its country; an
 * administrator sets another one for newcomers, and each person their own.
 */
export async function doCreateRealm(tx: Tx, country: string): Promise<void> {
  await insertRealm(tx, hasTwentyFourHours(country) ? { twenty_four_hour_time: true } : {});
  await doCreateSystemGroups(tx);
}

/** Changes to an organization; undefined fields stay. */
export interface RealmChanges {
  name?: string | undefined;
  description?: string | undefined;
  language?: string | undefined;
  enableSpectatorAccess?: boolean | undefined;
  allowEditHistory?: boolean | undefined;
  settings: { [Name in keyof RealmSettings]?: RealmSettings[Name] | undefined };
  permissions: Partial<Record<RealmPermission, GroupSettingValue>>;
}

/** Settings that share one event (`update_dict`); each other one has an event of its own. */
const TOGETHER: ReadonlySet<string> = new Set([
  'allow_message_editing',
  'message_content_edit_limit_seconds',
  'message_content_delete_limit_seconds',
  'move_messages_within_stream_limit_seconds',
  'move_messages_between_streams_limit_seconds',
]);

/** Changes an organization, and tells everybody what has another value now. */
export async function doUpdateRealm(
  tx: Tx,
  services: Pick<Services, 'config'>,
  before: Realm,
  changes: RealmChanges,
): Promise<void> {
  const { organizationId } = before;
  await tx.position();
  const settings = Object.fromEntries(
    Object.entries(changes.settings).filter(
      ([name, value]) => value !== undefined && value !== before.settings[name as keyof RealmSettings],
    ),
  );
  const permissions = Object.fromEntries(
    Object.entries(changes.permissions).filter(
      ([name, value]) => !sameGroupSetting(value, before.permissions[name as RealmPermission]),
    ),
  );
  const after = {
    name: changes.name ?? before.name,
    description: changes.description ?? before.description,
    language: changes.language ?? before.language,
    enableSpectatorAccess: changes.enableSpectatorAccess ?? before.enableSpectatorAccess,
    allowEditHistory: changes.allowEditHistory ?? before.allowEditHistory,
  };
  const alone: Record<string, unknown> = {};
  if (after.name !== before.name) alone.name = after.name;
  if (after.description !== before.description) alone.description = after.description;
  if (after.language !== before.language) alone.default_language = after.language;
  if (after.enableSpectatorAccess !== before.enableSpectatorAccess) {
    alone.enable_spectator_access = after.enableSpectatorAccess;
    // With the server's own setting.
    if (isOpenToTheWorld(services, after) !== isOpenToTheWorld(services, before))
      alone.web_public_access_enabled = isOpenToTheWorld(services, after);
  }
  if (after.allowEditHistory !== before.allowEditHistory) {
    alone.allow_edit_history = after.allowEditHistory;
    alone.message_edit_history_visibility_policy = after.allowEditHistory ? 'all' : 'none';
  }
  const together: Record<string, unknown> = { ...permissions };
  for (const [name, value] of Object.entries(settings)) (TOGETHER.has(name) ? together : alone)[name] = value;
  // The same facts as older clients know them.
  if ('topics_policy' in settings) alone.mandatory_topics = settings.topics_policy === 'disable_empty_topic';
  if (permissions.can_mention_many_users_group !== undefined) {
    const system = await systemGroupIds(uncachedFacts(tx));
    alone.wildcard_mention_policy = wildcardMentionPolicy(permissions.can_mention_many_users_group, system);
  }
  // The waiting period decides who is a full member.
  const everybody = 'waiting_period_threshold' in settings ? await loadActiveUserIds(tx) : [];
  const emitGroups = await watchGroups(tx, everybody);
  await updateRealm(tx, after, { ...settings, ...permissions });
  if (settings.waiting_period_threshold !== undefined)
    await updateFullMembers(tx, joinedBefore(tx.now, settings.waiting_period_threshold as number));
  if (after.name !== before.name) await doRenameOrganization(tx, organizationId, after.name);
  if (after.language !== before.language) await doSetOrganizationLanguage(tx, organizationId, after.language);
  const details = {
    ...changesBetween<typeof after>(before, after, [
      'name',
      'description',
      'language',
      'enableSpectatorAccess',
      'allowEditHistory',
    ]),
    ...changesBetween<Record<string, unknown>>({ ...before.settings }, settings, Object.keys(settings)),
    ...changesBetween<Record<string, unknown>>(before.permissions, permissions, Object.keys(permissions)),
  };
  if (Object.keys(details).length > 0) tx.audit({ organizationId, action: 'organization.settings_changed', details });
  const emit = (event: { op: string; [field: string]: unknown }) =>
    emitChatEvent(tx, organizationId, ['organization'], { type: 'realm', ...event }, { state: true });
  for (const [property, value] of Object.entries(alone)) emit({ op: 'update', property, value });
  if (Object.keys(together).length > 0) emit({ op: 'update_dict', property: 'default', data: together });
  await emitGroups();
}

/** Returns the time before which people must have joined to have waited the days. */
export function joinedBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * 86_400_000);
}
