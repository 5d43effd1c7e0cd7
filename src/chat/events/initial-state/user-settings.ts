import { type TSchema, Type } from 'typebox';
import { findUserById } from '../../users/access.ts';
import { defineInitialState, type StateContext } from './initial-state.ts';
import { userSettingDefaults } from './user-setting-defaults.ts';

const schemas: Record<string, TSchema> = { boolean: Type.Boolean(), number: Type.Integer(), string: Type.String() };
const settingSchemas = Object.fromEntries(
  Object.entries(userSettingDefaults).map(([name, value]) => [name, schemas[typeof value]!]),
);

/** Every personal setting of the caller with its present value. */
async function settingsOf({ facts, caller }: StateContext): Promise<Record<string, unknown>> {
  const user = await findUserById(facts, caller.organizationId, caller.userId);
  if (!user) throw new Error(`user ${caller.userId} has no row`);
  const known = Object.entries(user.settings).filter(([name]) => Object.hasOwn(userSettingDefaults, name));
  return {
    ...userSettingDefaults,
    ...Object.fromEntries(known),
    email_address_visibility: user.emailVisibility,
  };
}

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
        ...settingSchemas,
        default_language: Type.String(),
        timezone: Type.String(),
        emojiset_choices: Type.Array(Type.Object({ key: Type.String(), text: Type.String() })),
        available_notification_sounds: Type.Array(Type.String()),
      },
      { additionalProperties: false },
    ),
  },
  async load(context) {
    const { facts, caller } = context;
    const user = await findUserById(facts, caller.organizationId, caller.userId);
    return {
      user_settings: {
        ...(await settingsOf(context)),
        default_language: 'en',
        timezone: user!.timezone,
        emojiset_choices: emojisetChoices,
        available_notification_sounds: ['zulip', 'ding'],
      },
    };
  },
});

/** client: zulip-terminal without `user_settings` reads two of them at the top level. */
export const legacyUserSettings = defineInitialState({
  types: (wants) =>
    !wants('user_settings') && (wants('update_display_settings') || wants('update_global_notifications')),
  fields: settingSchemas,
  load: settingsOf,
});
