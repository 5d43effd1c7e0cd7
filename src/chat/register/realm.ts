import { type TSchema, Type } from 'typebox';
import { PASSWORD_CHARACTERS } from '../../platform/credentials/password-rule.ts';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { isPushConfigured } from '../../platform/outbound/push/push-services.ts';
import { EMOJI_DATA_PATH } from '../emoji/emoji-data.ts';
import { reportTypes } from '../messages/report/report-types.ts';
import { OFFLINE_SECONDS } from '../presence/presence.ts';
import { isOpenToTheWorld, realmOf, wildcardMentionPolicy } from '../realms/access.ts';
import { type RealmPictures, realmPictureKinds, realmPictureUrl } from '../realms/picture.ts';
import { realmHost } from '../settings/address.ts';
import { clientChoiceFields, clientChoices, editHistoryPolicies } from '../settings/client-choices.ts';
import { realmPermissionSentences, realmSettingSentences } from '../settings/realm-sentences.ts';
import {
  limits,
  REALM_PICTURE_LIMIT_MIB,
  type RealmSettings,
  realmSettingDefaults,
} from '../settings/realm-settings.ts';
import { previewFormats } from '../uploads/preview-formats.ts';
import { systemGroupIds } from '../user-groups/access.ts';
import { GroupSettingValue } from '../user-groups/group-setting.ts';
import { defineInitialState } from './initial-state.ts';
import { SupportedPermissions, supportedPermissions } from './supported-permissions.ts';

/** Longer than any poll is held (`EVENT_POLL_SECONDS` is 85 at most), so that no client gives up first. */
const LONGPOLL_TIMEOUT_SECONDS = 90;
/** UNIX seconds at which this process started. */
const SERVER_GENERATION = Math.floor(Date.now() / 1000 - process.uptime());

const schemas: Record<string, TSchema> = { boolean: Type.Boolean(), number: Type.Integer(), string: Type.String() };
const nullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const nullableString = Type.Union([Type.String(), Type.Null()]);

/** Meaning of the values that stand for none, in this answer. */
const NONE: Partial<Record<string, string>> = {
  jitsi_server_url: ' Null: the public service.',
  message_retention_days: ' -1: they are never deleted.',
};

function settingField(name: keyof RealmSettings): TSchema {
  const sentence = realmSettingSentences[name];
  if (name.endsWith('_limit_seconds')) return described(nullableInteger, `${sentence} Null: no limit.`);
  const schema = schemas[typeof realmSettingDefaults[name]] ?? nullableString;
  return described(schema, `${sentence}${NONE[name] ?? ''}`);
}

const settingFields = Object.fromEntries(
  (Object.keys(realmSettingDefaults) as (keyof RealmSettings)[]).map((name) => [`realm_${name}`, settingField(name)]),
);
const permissionFields = Object.fromEntries(
  Object.entries(realmPermissionSentences).map(([name, sentence]) => [
    `realm_${name}`,
    described(GroupSettingValue, sentence),
  ]),
);

/** Address and source of each of the organization's pictures. */
function picturesOf(organizationId: string, pictures: RealmPictures): Record<string, string> {
  return Object.fromEntries(
    realmPictureKinds.flatMap((kind) => [
      [`realm_${kind}_url`, realmPictureUrl(organizationId, pictures, kind)],
      [`realm_${kind}_source`, pictures[kind]?.isOwn ? 'U' : kind === 'icon' ? 'G' : 'D'],
    ]),
  );
}

export const realmState = defineInitialState({
  types: ['realm'],
  fields: {
    ...settingFields,
    ...permissionFields,
    realm_name: Type.String({ description: 'Name of the organization.' }),
    realm_description: Type.String({ description: 'Markdown about the organization.' }),
    realm_url: Type.String({ description: 'Address of the organization.' }),
    realm_uri: Type.String({ description: 'Older name of `realm_url`.' }),
    realm_icon_url: Type.String({ description: "Address of the organization's icon." }),
    realm_icon_source: Type.String({ description: '`U`: uploaded. `G`: the built-in one.' }),
    realm_logo_url: Type.String({ description: 'Address of the logo on light pages.' }),
    realm_logo_source: Type.String({ description: '`U`: uploaded. `D`: the built-in one.' }),
    realm_night_logo_url: Type.String({ description: 'Address of the logo on dark pages.' }),
    realm_night_logo_source: Type.String({ description: '`U`: uploaded. `D`: the built-in one.' }),
    max_avatar_file_size_mib: Type.Integer({ description: 'Largest file of a profile picture, in MiB.' }),
    max_icon_file_size_mib: Type.Integer({ description: 'Largest file of an icon, in MiB.' }),
    max_logo_file_size_mib: Type.Integer({ description: 'Largest file of a logo, in MiB.' }),
    realm_bot_domain: Type.String({ description: 'Domain of the e-mail addresses of bots.' }),
    realm_date_created: Type.Integer({ description: 'When the organization was created, in UNIX seconds.' }),
    realm_default_language: Type.String({ description: 'Language of the organization as a tag, for example `de`.' }),
    realm_empty_topic_display_name: Type.String({ description: 'Name under which clients show the empty topic.' }),
    realm_enable_spectator_access: Type.Boolean({
      description: 'Whether the organization lets people without an account read web-public channels.',
    }),
    realm_web_public_access_enabled: Type.Boolean({
      description: 'Whether people without an account can read web-public channels: server and organization allow it.',
    }),
    realm_allow_edit_history: Type.Boolean({ description: 'Whether people can see earlier versions of messages.' }),
    realm_message_edit_history_visibility_policy: Type.Enum(editHistoryPolicies, {
      description: '`all`: everybody sees earlier versions of messages. `none`: nobody does.',
    }),
    server_supported_permission_settings: described(
      SupportedPermissions,
      'All permissions, with the groups that may hold each.',
    ),
    realm_mandatory_topics: Type.Boolean({
      description: 'Older form of `realm_topics_policy`: true if the empty topic is not allowed.',
    }),
    realm_wildcard_mention_policy: Type.Integer({
      description:
        'Older form of `realm_can_mention_many_users_group`: 1 everyone, 2 members, 3 full ' +
        'members, 5 administrators, 6 nobody, 7 moderators.',
    }),
    realm_default_external_accounts: Type.Object(
      {},
      { additionalProperties: false, description: 'External accounts that the server knows by itself. Always empty.' },
    ),
    server_report_message_types: Type.Array(
      Type.Object(
        {
          key: Type.String({ description: 'Value for `report_type`.' }),
          name: Type.String({ description: 'Label for people.' }),
        },
        { additionalProperties: false },
      ),
      { description: 'Kinds of problems for which a message can be reported.' },
    ),
    realm_plan_type: Type.Integer({ description: 'Always 1: a self-hosted server.' }),
    realm_push_notifications_enabled: Type.Boolean({ description: 'Whether the server can send push notifications.' }),
    max_message_length: Type.Integer({ description: 'Most characters in the content of a message.' }),
    max_topic_length: Type.Integer({ description: 'Most characters in a topic.' }),
    max_stream_name_length: Type.Integer({ description: 'Most characters in the name of a channel.' }),
    max_stream_description_length: Type.Integer({ description: 'Most characters in the description of a channel.' }),
    max_reminder_note_length: Type.Integer({ description: 'Most characters in the note of a reminder.' }),
    password_min_length: Type.Integer({ description: 'Fewest characters in a password.' }),
    password_max_length: Type.Integer({ description: 'Most characters in a password.' }),
    max_channel_folder_name_length: Type.Integer({ description: 'Most characters in the name of a channel folder.' }),
    max_channel_folder_description_length: Type.Integer({
      description: 'Most characters in the description of a channel folder.',
    }),
    max_file_upload_size_mib: Type.Integer({ description: 'Largest file that can be uploaded, in MiB.' }),
    server_presence_ping_interval_seconds: Type.Integer({
      description: 'Seconds between two reports of a client that its user is there.',
    }),
    server_presence_offline_threshold_seconds: Type.Integer({
      description: 'Seconds without a report after which a user counts as offline.',
    }),
    server_typing_started_expiry_period_milliseconds: Type.Integer({
      description: 'Milliseconds after which clients stop to show that somebody types.',
    }),
    server_typing_stopped_wait_period_milliseconds: Type.Integer({
      description: 'Milliseconds without a key press after which clients report that the user stopped.',
    }),
    server_typing_started_wait_period_milliseconds: Type.Integer({
      description: 'Milliseconds between two reports that the user types.',
    }),
    server_emoji_data_url: Type.String({
      description: 'Address of the JSON file with the codes and names of all emoji.',
    }),
    server_generation: Type.Integer({
      description: 'When the server process started, in UNIX seconds. It changes with a restart.',
    }),
    server_timestamp: Type.Integer({ description: 'Time of the answer, in UNIX seconds.' }),
    server_thumbnail_formats: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the form in addresses of previews.' }),
        max_width: Type.Integer({ description: 'Largest width in pixels.' }),
        max_height: Type.Integer({ description: 'Largest height in pixels.' }),
        format: Type.String({ description: 'File format, for example `webp`.' }),
        animated: Type.Boolean({ description: 'Whether the preview keeps the animation of the picture.' }),
      }),
      { description: 'Forms in which previews of pictures exist.' },
    ),
    realm_upload_quota_mib: Type.Union([Type.Integer(), Type.Null()], {
      description: 'MiB that all uploads of the organization may take. Null: no limit.',
    }),
    ...clientChoiceFields,
    server_inline_image_preview: Type.Boolean({ description: 'Whether the server makes previews of linked pictures.' }),
    server_inline_url_embed_preview: Type.Boolean({
      description: 'Whether the server makes previews of linked pages.',
    }),
    server_name_changes_disabled: Type.Boolean({ description: 'Always false: the organization decides.' }),
    server_avatar_changes_disabled: Type.Boolean({ description: 'Always false: the organization decides.' }),
    server_web_public_streams_enabled: Type.Boolean({ description: 'Whether the server allows web-public channels.' }),
    event_queue_longpoll_timeout_seconds: Type.Integer({
      description: 'Seconds that a client should wait for the answer to `GET /events`.',
    }),
  },
  async load({ facts, services, caller, now }) {
    const realm = await realmOf(facts);
    const groups = await systemGroupIds(facts);
    const url = await organizationUrl(services, caller.organizationId, facts);
    const prefixed = (values: object) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`realm_${name}`, value]));
    return {
      ...prefixed(realm.settings),
      ...prefixed(realm.permissions),
      realm_name: realm.name,
      realm_description: realm.description,
      realm_url: url,
      realm_uri: url,
      ...picturesOf(caller.organizationId, realm.pictures),
      max_avatar_file_size_mib: REALM_PICTURE_LIMIT_MIB,
      max_icon_file_size_mib: REALM_PICTURE_LIMIT_MIB,
      max_logo_file_size_mib: REALM_PICTURE_LIMIT_MIB,
      realm_bot_domain: realmHost(services),
      realm_date_created: Math.floor(realm.createdAt.getTime() / 1000),
      realm_default_language: realm.language,
      realm_empty_topic_display_name: realm.emptyTopicDisplayName,
      realm_enable_spectator_access: realm.enableSpectatorAccess,
      realm_web_public_access_enabled: isOpenToTheWorld(services, realm),
      realm_allow_edit_history: realm.allowEditHistory,
      realm_message_edit_history_visibility_policy: realm.allowEditHistory ? 'all' : 'none',
      server_supported_permission_settings: supportedPermissions,
      // The older word for the policy.
      realm_mandatory_topics: realm.settings.topics_policy === 'disable_empty_topic',
      realm_wildcard_mention_policy: wildcardMentionPolicy(realm.permissions.can_mention_many_users_group, groups),
      realm_default_external_accounts: {},
      server_report_message_types: reportTypes,
      realm_plan_type: 1,
      realm_push_notifications_enabled: isPushConfigured(services),
      max_message_length: limits.maxMessageLength,
      max_topic_length: limits.maxTopicLength,
      max_stream_name_length: limits.maxStreamNameLength,
      max_stream_description_length: limits.maxStreamDescriptionLength,
      password_min_length: PASSWORD_CHARACTERS.min,
      password_max_length: PASSWORD_CHARACTERS.max,
      max_reminder_note_length: limits.maxReminderNoteLength,
      max_channel_folder_name_length: limits.maxChannelFolderNameLength,
      max_channel_folder_description_length: limits.maxChannelFolderDescriptionLength,
      max_file_upload_size_mib: services.config.uploadLimitMib,
      server_presence_ping_interval_seconds: 60,
      server_presence_offline_threshold_seconds: OFFLINE_SECONDS,
      server_typing_started_expiry_period_milliseconds: 15_000,
      server_typing_stopped_wait_period_milliseconds: 5_000,
      server_typing_started_wait_period_milliseconds: 10_000,
      server_emoji_data_url: `${url}${EMOJI_DATA_PATH}`,
      server_generation: SERVER_GENERATION,
      server_timestamp: Math.floor(now.getTime() / 1000),
      server_thumbnail_formats: [...previewFormats],
      realm_upload_quota_mib: services.config.uploadQuotaMib || null,
      ...clientChoices,
      server_inline_image_preview: services.config.pictureProxy,
      server_inline_url_embed_preview: services.config.sitePreviews,
      server_name_changes_disabled: false,
      server_avatar_changes_disabled: false,
      server_web_public_streams_enabled: services.config.webPublicChannels,
      event_queue_longpoll_timeout_seconds: LONGPOLL_TIMEOUT_SECONDS,
    };
  },
});
