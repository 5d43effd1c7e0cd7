import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { Id, json, jsonOrText, optional, type ParamValues, text } from '../http/params.ts';
import { editHistoryPolicies, giphyRatings, orgTypes, videoChatProviders } from '../settings/client-choices.ts';
import { checkLanguage } from '../settings/language.ts';
import { GroupSettingUpdate } from '../user-groups/group-setting.ts';
import type { RealmChanges } from './actions.ts';
import { type ChangeableRealmPermission, realmPermissionNames } from './permissions.ts';

const MAX_NAME_LENGTH = 40;
const MAX_DESCRIPTION_LENGTH = 1000;

const groupSetting = optional(json(GroupSettingUpdate));
const flag = optional(json(Type.Boolean()));
/** A setting that has but one value here. */
const always = (value: boolean) => optional(json(Type.Literal(value)));
/** Seconds; `unlimited`: no limit. */
const limit = optional(jsonOrText(Type.Union([Type.Integer({ maximum: 2_147_483_647 }), Type.Literal('unlimited')])));

/** Markdown that greets newcomers (spec: chat 8). */
export const WelcomeText = Type.String({ maxLength: 8000 });

/** Parameters of a change to an organization; settings without an effect are not included. */
export const realmChangeParams = {
  name: optional(text(Type.String())),
  description: optional(text(Type.String())),
  enable_spectator_access: flag,
  allow_edit_history: flag,
  /** The newer form of `allow_edit_history`. Moves alone (`moves`) are not shown. */
  message_edit_history_visibility_policy: optional(jsonOrText(Type.Enum(editHistoryPolicies))),
  topics_policy: optional(
    jsonOrText(Type.Union([Type.Literal('allow_empty_topic'), Type.Literal('disable_empty_topic')])),
  ),
  waiting_period_threshold: optional(json(Type.Integer({ minimum: 0, maximum: 36_500 }))),
  allow_message_editing: flag,
  message_content_edit_limit_seconds: limit,
  message_content_delete_limit_seconds: limit,
  move_messages_within_stream_limit_seconds: limit,
  move_messages_between_streams_limit_seconds: limit,
  /** Days; `unlimited`: for ever. */
  message_retention_days: limit,
  enable_read_receipts: flag,
  moderation_request_channel_id: optional(json(Id)),
  new_stream_announcements_stream_id: optional(json(Id)),
  signup_announcements_stream_id: optional(json(Id)),
  message_content_allowed_in_email_notifications: flag,
  digest_emails_enabled: flag,
  digest_weekday: optional(json(Type.Integer({ minimum: 0, maximum: 6 }))),
  require_e2ee_push_notifications: flag,
  welcome_message_custom_text: optional(text(WelcomeText)),
  presence_disabled: flag,
  require_unique_names: flag,
  emails_restricted_to_domains: flag,
  default_language: optional(jsonOrText(Type.String())),
  default_code_block_language: optional(jsonOrText(Type.String({ maxLength: 80 }))),
  inline_image_preview: flag,
  inline_url_embed_preview: flag,
  enable_guest_user_indicator: flag,
  enable_guest_user_dm_warning: flag,
  org_type: optional(json(Type.Enum(orgTypes))),
  giphy_rating: optional(json(Type.Enum(Object.values(giphyRatings).map(({ id }) => id)))),
  video_chat_provider: optional(json(Type.Enum(Object.values(videoChatProviders).map(({ id }) => id)))),
  /** `default`: none of the organization's own. */
  jitsi_server_url: optional(jsonOrText(Type.String({ maxLength: 200 }))),
  name_changes_disabled: flag,
  email_changes_disabled: flag,
  avatar_changes_disabled: flag,
  keep_photo_locations: flag,
  allow_search_engines: optional(
    json(Type.Boolean({ description: 'Whether search engines may list the pages that everybody may read.' })),
  ),
  // Fixed in every organization (`clientChoices`): another value is refused, not ignored.
  invite_required: always(true),
  disallow_disposable_email_addresses: always(false),
  send_welcome_emails: always(false),
  want_advertise_in_communities_directory: always(false),
  authentication_methods: optional(json(Type.Object({ Email: Type.Literal(true) }, { additionalProperties: false }))),
  ...(Object.fromEntries(realmPermissionNames.map((name) => [name, groupSetting])) as Record<
    ChangeableRealmPermission,
    typeof groupSetting
  >),
};

type Given = ParamValues<typeof realmChangeParams>;

/**
 * Settings that only owners may change: who belongs to the organization, who may read from outside, and what is
 * retained.
 */
export const ownersOnly: readonly (keyof Given)[] = [
  'waiting_period_threshold',
  'enable_spectator_access',
  'allow_search_engines',
  'message_retention_days',
  'emails_restricted_to_domains',
];

/**
 * The settings of a request, apart from its permissions, as they are to be kept.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function realmChangesOf(given: Given): RealmChanges {
  const settings: RealmChanges['settings'] = {
    topics_policy: given.topics_policy,
    waiting_period_threshold: given.waiting_period_threshold,
    allow_message_editing: given.allow_message_editing,
    enable_read_receipts: given.enable_read_receipts,
    moderation_request_channel_id: given.moderation_request_channel_id,
    new_stream_announcements_stream_id: given.new_stream_announcements_stream_id,
    signup_announcements_stream_id: given.signup_announcements_stream_id,
    message_content_allowed_in_email_notifications: given.message_content_allowed_in_email_notifications,
    digest_emails_enabled: given.digest_emails_enabled,
    digest_weekday: given.digest_weekday,
    require_e2ee_push_notifications: given.require_e2ee_push_notifications,
    welcome_message_custom_text: given.welcome_message_custom_text,
    presence_disabled: given.presence_disabled,
    require_unique_names: given.require_unique_names,
    emails_restricted_to_domains: given.emails_restricted_to_domains,
    default_code_block_language: given.default_code_block_language?.trim(),
    inline_image_preview: given.inline_image_preview,
    inline_url_embed_preview: given.inline_url_embed_preview,
    enable_guest_user_indicator: given.enable_guest_user_indicator,
    enable_guest_user_dm_warning: given.enable_guest_user_dm_warning,
    org_type: given.org_type,
    giphy_rating: given.giphy_rating,
    video_chat_provider: given.video_chat_provider,
    jitsi_server_url: given.jitsi_server_url === undefined ? undefined : checkJitsiUrl(given.jitsi_server_url),
    name_changes_disabled: given.name_changes_disabled,
    email_changes_disabled: given.email_changes_disabled,
    avatar_changes_disabled: given.avatar_changes_disabled,
    keep_photo_locations: given.keep_photo_locations,
    allow_search_engines: given.allow_search_engines,
  };
  for (const name of [
    'message_content_edit_limit_seconds',
    'message_content_delete_limit_seconds',
    'move_messages_within_stream_limit_seconds',
    'move_messages_between_streams_limit_seconds',
  ] as const) {
    const seconds = given[name];
    if (typeof seconds === 'number' && seconds < 1) throw badRequest(`Bad value for '${name}': ${seconds}`);
    settings[name] = seconds === 'unlimited' ? null : seconds;
  }
  const days = given.message_retention_days;
  if (typeof days === 'number' && days < 1) throw badRequest(`Bad value for 'message_retention_days': ${days}`);
  settings.message_retention_days = days === 'unlimited' ? -1 : days;
  return {
    name: given.name === undefined ? undefined : checkRealmName(given.name),
    description: given.description === undefined ? undefined : checkRealmDescription(given.description),
    language: given.default_language === undefined ? undefined : checkLanguage(given.default_language),
    enableSpectatorAccess: given.enable_spectator_access,
    allowEditHistory: allowsEditHistory(given),
    settings,
    permissions: {},
  };
}

/** @throws {ChatError} `BAD_REQUEST` when both forms are given and contradict each other */
function allowsEditHistory({ allow_edit_history: allowed, message_edit_history_visibility_policy: policy }: Given) {
  if (policy === undefined) return allowed;
  const isShown = policy === 'all';
  if (allowed !== undefined && allowed !== isShown)
    throw badRequest('allow_edit_history and message_edit_history_visibility_policy contradict each other.');
  return isShown;
}

function checkJitsiUrl(given: string): string | null {
  if (given === 'default') return null;
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw badRequest('jitsi_server_url is not a URL');
  return given;
}

function checkRealmName(given: string): string {
  const name = given.trim();
  if (name === '') throw badRequest('Organization name cannot be empty.');
  if ([...name].length > MAX_NAME_LENGTH) throw badRequest('Organization name is too long.');
  if (/[\p{Cc}\p{Cn}\p{Cs}]/u.test(name)) throw badRequest('Invalid character in organization name.');
  return name;
}

function checkRealmDescription(given: string): string {
  const description = given.trim();
  if ([...description].length > MAX_DESCRIPTION_LENGTH) throw badRequest('Organization description is too long.');
  return description;
}
