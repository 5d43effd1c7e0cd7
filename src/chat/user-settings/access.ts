import { defaultUserSettings, type UserSettings } from '../settings/user-settings.ts';

/** All settings of a person: their own, and Hubbub's defaults for the rest. */
export function settingsOf(user: { settings: Partial<UserSettings>; emailVisibility: number }): UserSettings {
  return { ...complete(user.settings), email_address_visibility: user.emailVisibility };
}

/** The language of a person's clients and e-mails; newcomers begin with the organization's. */
export function languageOfPerson(user: { settings: { default_language?: string } }): string {
  return user.settings.default_language ?? 'en';
}

/** Returns the settings of new users in the organization (spec: chat 4.2). */
export function settingsForNewUsers(realm: { userSettingsDefaults: Partial<UserSettings> }): UserSettings {
  return complete(realm.userSettingsDefaults);
}

function complete(stored: Partial<UserSettings>): UserSettings {
  const known = Object.entries(stored).filter(([name]) => Object.hasOwn(defaultUserSettings, name));
  return { ...defaultUserSettings, ...Object.fromEntries(known) };
}
