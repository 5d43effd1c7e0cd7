import { type TSchema, Type } from 'typebox';
import { PASSWORD_CHARACTERS } from '../../platform/credentials/password-rule.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { isPushConfigured } from '../../platform/outbound/push/push-services.ts';
import { EMOJI_DATA_PATH } from '../emoji/emoji-data.ts';
import { reportTypes } from '../messages/report/report-types.ts';
import { OFFLINE_SECONDS } from '../presence/presence.ts';
import { isOpenToTheWorld, realmOf, wildcardMentionPolicy } from '../realms/access.ts';
import { type RealmPictures, realmPictureKinds, realmPictureUrl } from '../realms/picture.ts';
import { realmHost } from '../settings/address.ts';
import { clientChoiceFields, clientChoices, editHistoryPolicies } from '../settings/client-choices.ts';
import {
  limits,
  REALM_PICTURE_LIMIT_MIB,
  realmPermissionDefaults,
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
const settingFields = Object.fromEntries(
  Object.entries(realmSettingDefaults).map(([name, value]) => [
    `realm_${name}`,
    name.endsWith('_limit_seconds') ? nullableInteger : (schemas[typeof value] ?? nullableString),
  ]),
);
/** Settings of ours, which no client's document explains. */
const ownFields = {
  realm_allow_search_engines: Type.Boolean({
    description: 'Whether search engines may list the pages that everybody may read.',
  }),
};
const permissionFields = Object.fromEntries(
  Object.keys(realmPermissionDefaults).map((name) => [`realm_${name}`, GroupSettingValue]),
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
    ...ownFields,
    ...permissionFields,
    realm_name: Type.String(),
    realm_description: Type.String(),
    realm_url: Type.String(),
    realm_uri: Type.String(),
    realm_icon_url: Type.String(),
    realm_icon_source: Type.String(),
    realm_logo_url: Type.String(),
    realm_logo_source: Type.String(),
    realm_night_logo_url: Type.String(),
    realm_night_logo_source: Type.String(),
    max_avatar_file_size_mib: Type.Integer(),
    max_icon_file_size_mib: Type.Integer(),
    max_logo_file_size_mib: Type.Integer(),
    realm_bot_domain: Type.String(),
    realm_date_created: Type.Integer(),
    realm_default_language: Type.String(),
    realm_empty_topic_display_name: Type.String(),
    realm_enable_spectator_access: Type.Boolean(),
    realm_web_public_access_enabled: Type.Boolean(),
    realm_allow_edit_history: Type.Boolean(),
    realm_message_edit_history_visibility_policy: Type.Enum(editHistoryPolicies),
    server_supported_permission_settings: SupportedPermissions,
    realm_mandatory_topics: Type.Boolean(),
    realm_wildcard_mention_policy: Type.Integer(),
    realm_default_external_accounts: Type.Object({}, { additionalProperties: false }),
    server_report_message_types: Type.Array(
      Type.Object({ key: Type.String(), name: Type.String() }, { additionalProperties: false }),
    ),
    realm_plan_type: Type.Integer(),
    realm_push_notifications_enabled: Type.Boolean(),
    max_message_length: Type.Integer(),
    max_topic_length: Type.Integer(),
    max_stream_name_length: Type.Integer(),
    max_stream_description_length: Type.Integer(),
    max_reminder_note_length: Type.Integer(),
    password_min_length: Type.Integer(),
    password_max_length: Type.Integer(),
    max_channel_folder_name_length: Type.Integer(),
    max_channel_folder_description_length: Type.Integer(),
    max_file_upload_size_mib: Type.Integer(),
    server_presence_ping_interval_seconds: Type.Integer(),
    server_presence_offline_threshold_seconds: Type.Integer(),
    server_typing_started_expiry_period_milliseconds: Type.Integer(),
    server_typing_stopped_wait_period_milliseconds: Type.Integer(),
    server_typing_started_wait_period_milliseconds: Type.Integer(),
    server_emoji_data_url: Type.String(),
    server_generation: Type.Integer(),
    server_timestamp: Type.Integer(),
    server_thumbnail_formats: Type.Array(
      Type.Object({
        name: Type.String(),
        max_width: Type.Integer(),
        max_height: Type.Integer(),
        format: Type.String(),
        animated: Type.Boolean(),
      }),
    ),
    realm_upload_quota_mib: Type.Union([Type.Integer(), Type.Null()]),
    ...clientChoiceFields,
    server_inline_image_preview: Type.Boolean(),
    server_inline_url_embed_preview: Type.Boolean(),
    server_name_changes_disabled: Type.Boolean(),
    server_avatar_changes_disabled: Type.Boolean(),
    server_web_public_streams_enabled: Type.Boolean(),
    event_queue_longpoll_timeout_seconds: Type.Integer(),
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
