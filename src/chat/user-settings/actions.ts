import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import type { UserSettings } from '../settings/user-settings.ts';
import type { User } from '../users/access.ts';
import { doEmitEmailVisibility } from '../users/actions.ts';
import { settingsForNewUsers, settingsOf } from './access.ts';
import { saveDefaults, saveSettings } from './queries.ts';

/** Changes what new users start with; nobody who is there already is touched (spec: chat 4.2). */
export async function doUpdateSettingDefaults(
  tx: Tx,
  organizationId: string,
  realm: { userSettingsDefaults: Partial<UserSettings> },
  given: Partial<UserSettings>,
): Promise<void> {
  const changes = differing(settingsForNewUsers(realm), given);
  if (changes.length === 0) return;
  await saveDefaults(tx, organizationId, Object.fromEntries(changes));
  for (const [property, value] of changes)
    emitChatEvent(
      tx,
      organizationId,
      ['organization'],
      { type: 'realm_user_settings_defaults', op: 'update', property, value },
      { state: true },
    );
}

/** Changes a person's own settings, and notifies their clients. */
export async function doUpdateSettings(
  tx: Tx,
  organizationId: string,
  user: User,
  given: Partial<UserSettings>,
  host: string,
): Promise<void> {
  const changes = differing(settingsOf(user), given);
  if (changes.length === 0) return;
  await saveSettings(tx, organizationId, user.id, Object.fromEntries(changes));
  for (const [property, value] of changes)
    emitChatEvent(
      tx,
      organizationId,
      [`user:${user.id}`],
      { type: 'user_settings', op: 'update', property, value },
      { state: true },
    );
  const consented = changes.find(([property]) => property === 'allow_private_data_export')?.[1];
  if (consented !== undefined)
    emitChatEvent(
      tx,
      organizationId,
      ['administrators'],
      { type: 'realm_export_consent', user_id: user.id, consented },
      { state: false },
    );
  const visibility = given.email_address_visibility;
  if (visibility !== undefined && visibility !== user.emailVisibility)
    await doEmitEmailVisibility(tx, organizationId, { ...user, emailVisibility: visibility }, host);
}

function differing(before: UserSettings, given: Partial<UserSettings>): [string, unknown][] {
  return Object.entries(given).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof UserSettings],
  );
}
