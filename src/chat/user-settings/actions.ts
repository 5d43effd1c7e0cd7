import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { languageName } from '../settings/language.ts';
import type { UserSettings } from '../settings/user-settings.ts';
import type { User } from '../users/access.ts';
import { doEmitEmailVisibility } from '../users/actions.ts';
import { languageOfPerson, settingsForNewUsers, settingsOf } from './access.ts';
import { saveDefaults, saveLanguage, saveSettings } from './queries.ts';

/** Changes what new users start with; nobody who is there already is touched (spec: chat 4.2). */
export async function doUpdateSettingDefaults(
  tx: Tx,
  realm: { userSettingsDefaults: Partial<UserSettings> },
  given: Partial<UserSettings>,
): Promise<void> {
  const { organizationId } = tx;

  const changes = differing(settingsForNewUsers(realm), given);
  if (changes.length === 0) return;
  // The log is locked before the realm's row, as by whoever adds a user.
  await tx.position();
  await saveDefaults(tx, Object.fromEntries(changes));
  const before = settingsForNewUsers(realm);
  const details = Object.fromEntries(
    changes.map(([name, to]) => [name, { from: before[name as keyof typeof before], to }]),
  );
  tx.audit({ organizationId, action: 'organization.user_defaults_changed', details });
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
export async function doUpdateSettings(tx: Tx, user: User, given: Partial<UserSettings>, host: string): Promise<void> {
  const { organizationId } = tx;

  const changes = differing(settingsOf(user), given);
  if (changes.length === 0) return;
  await saveSettings(tx, user.id, Object.fromEntries(changes));
  for (const [property, value] of changes)
    emitChatEvent(
      tx,
      organizationId,
      [`user:${user.id}`],
      { type: 'user_settings', op: 'update', property, value },
      { state: true },
    );
  // Others see at once that somebody became invisible, or is there again.
  const presence = changes.find(([property]) => property === 'presence_enabled')?.[1];
  if (presence !== undefined)
    emitChatEvent(
      tx,
      organizationId,
      ['organization'],
      { type: 'user_status', user_id: user.id, away: presence === false },
      { state: false },
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
    await doEmitEmailVisibility(tx, { ...user, emailVisibility: visibility }, host);
}

/** Changes the language of a person's clients and e-mails. */
export async function doSetLanguage(tx: Tx, user: User, language: string): Promise<void> {
  if (language === languageOfPerson(user)) return;
  await tx.position();
  await saveLanguage(tx, user.id, language);
  const change = { property: 'default_language', value: language, language_name: languageName(language) };
  const event = { type: 'user_settings', op: 'update', ...change } as const;
  emitChatEvent(tx, tx.organizationId, [`user:${user.id}`], event, { state: true });
}

function differing(before: UserSettings, given: Partial<UserSettings>): [string, unknown][] {
  return Object.entries(given).filter(
    ([name, value]) => value !== undefined && value !== before[name as keyof UserSettings],
  );
}
