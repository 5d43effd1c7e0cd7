import { Type } from 'typebox';
import { realmOf } from '../realms/access.ts';
import { userSettingSchemas } from '../settings/user-settings.ts';
import { languageOfPerson, settingsForNewUsers, settingsOf } from '../user-settings/access.ts';
import { accessUserById } from '../users/access.ts';
import { defineInitialState } from './initial-state.ts';

const emojisetChoices = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
  { key: 'google-blob', text: 'Google blobs' },
];

export const userSettings = defineInitialState({
  types: ['user_settings'],
  fields: {
    user_settings: Type.Object(
      {
        ...userSettingSchemas,
        default_language: Type.String({ description: 'Language of the caller as a tag, for example `de`.' }),
        timezone: Type.String({ description: "IANA name of the caller's time zone. Empty if none is set." }),
        emojiset_choices: Type.Array(
          Type.Object({
            key: Type.String({ description: 'Value of the setting.' }),
            text: Type.String({ description: 'Label for people.' }),
          }),
          { description: 'Values of `emojiset`.' },
        ),
        available_notification_sounds: Type.Array(Type.String(), { description: 'Values of `notification_sound`.' }),
      },
      { additionalProperties: false, description: 'Settings of the caller.' },
    ),
  },
  async load({ facts, caller }) {
    const user = await accessUserById(facts, caller.userId);
    return {
      user_settings: {
        ...settingsOf(user),
        default_language: languageOfPerson(user),
        timezone: user.timezone,
        emojiset_choices: emojisetChoices,
        available_notification_sounds: ['zulip', 'ding'],
      },
    };
  },
});

/**
 * The settings at the top level, for a client that does not say that it knows `user_settings`.
 * client: zulip-terminal 0.7.0 asks for both forms and reads `twenty_four_hour_time` at the top level.
 */
export const legacyUserSettings = defineInitialState({
  types: (wants, { capabilities }) =>
    !capabilities.user_settings_object && (wants('update_display_settings') || wants('update_global_notifications')),
  fields: userSettingSchemas,
  async load({ facts, caller }) {
    return settingsOf(await accessUserById(facts, caller.userId));
  },
});

export const userSettingDefaults = defineInitialState({
  types: ['realm_user_settings_defaults'],
  fields: {
    realm_user_settings_defaults: Type.Object(userSettingSchemas, {
      additionalProperties: false,
      description: 'Settings with which new users start.',
    }),
  },
  async load({ facts }) {
    return { realm_user_settings_defaults: settingsForNewUsers(await realmOf(facts)) };
  },
});
