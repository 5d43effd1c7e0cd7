import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { badRequest } from '../http/errors.ts';
import { Id, json, jsonOrText, optional, type ParamValues, text } from '../http/params.ts';
import { editHistoryPolicies, giphyRatings, orgTypes, videoChatProviders } from '../settings/client-choices.ts';
import { checkLanguage } from '../settings/language.ts';
import { realmPermissionSentences, realmSettingSentences } from '../settings/realm-sentences.ts';
import type { RealmSettings } from '../settings/realm-settings.ts';
import { GroupSettingUpdate } from '../user-groups/group-setting.ts';
import type { RealmChanges } from './actions.ts';
import { type ChangeableRealmPermission, realmPermissionNames } from './permissions.ts';

const MAX_NAME_LENGTH = 40;
const MAX_DESCRIPTION_LENGTH = 1000;

/** An optional flag of the organization. */
const flag = (name: keyof RealmSettings) => optional(json(Type.Boolean({ description: realmSettingSentences[name] })));
/** A setting that has but one value here. */
const always = (value: boolean, description: string) => optional(json(Type.Literal(value, { description })));
/** A time; `unlimited`: no limit. */
const limit = (name: keyof RealmSettings) =>
  optional(
    jsonOrText(
      Type.Union([Type.Integer({ maximum: 2_147_483_647 }), Type.Literal('unlimited')], {
        description: `${realmSettingSentences[name]} \`unlimited\`: no limit.`,
      }),
    ),
  );
/** A channel for announcements or reports. */
const channel = (name: keyof RealmSettings) => optional(json(described(Id, realmSettingSentences[name])));
const sentence = (name: keyof RealmSettings) => ({ description: realmSettingSentences[name] });
const groupSetting = (name: ChangeableRealmPermission) =>
  optional(json(described(GroupSettingUpdate, realmPermissionSentences[name])));

/** Markdown that greets newcomers (spec: chat 8). */
export const WelcomeText = Type.String({ maxLength: 8000 });

/** Parameters of a change to an organization; settings without an effect are not included. */
export const realmChangeParams = {
  name: optional(
    text(Type.String({ description: `Name of the organization, at most ${MAX_NAME_LENGTH} characters.` })),
  ),
  description: optional(
    text(
      Type.String({ description: `Markdown about the organization, at most ${MAX_DESCRIPTION_LENGTH} characters.` }),
    ),
  ),
  enable_spectator_access: optional(
    json(Type.Boolean({ description: 'Whether web-public channels can be read without an account.' })),
  ),
  allow_edit_history: optional(
    json(Type.Boolean({ description: 'Whether people can see earlier versions of messages.' })),
  ),
  /** The newer form of `allow_edit_history`. Moves alone (`moves`) are not shown. */
  message_edit_history_visibility_policy: optional(
    jsonOrText(
      Type.Enum(editHistoryPolicies, {
        description: '`all`: everybody sees earlier versions of messages. `none`: nobody does.',
      }),
    ),
  ),
  topics_policy: optional(
    jsonOrText(
      Type.Union([Type.Literal('allow_empty_topic'), Type.Literal('disable_empty_topic')], sentence('topics_policy')),
    ),
  ),
  waiting_period_threshold: optional(
    json(Type.Integer({ minimum: 0, maximum: 36_500, ...sentence('waiting_period_threshold') })),
  ),
  allow_message_editing: flag('allow_message_editing'),
  message_content_edit_limit_seconds: limit('message_content_edit_limit_seconds'),
  message_content_delete_limit_seconds: limit('message_content_delete_limit_seconds'),
  move_messages_within_stream_limit_seconds: limit('move_messages_within_stream_limit_seconds'),
  move_messages_between_streams_limit_seconds: limit('move_messages_between_streams_limit_seconds'),
  /** Days; `unlimited`: for ever. */
  message_retention_days: limit('message_retention_days'),
  enable_read_receipts: flag('enable_read_receipts'),
  moderation_request_channel_id: channel('moderation_request_channel_id'),
  new_stream_announcements_stream_id: channel('new_stream_announcements_stream_id'),
  signup_announcements_stream_id: channel('signup_announcements_stream_id'),
  message_content_allowed_in_email_notifications: flag('message_content_allowed_in_email_notifications'),
  digest_emails_enabled: flag('digest_emails_enabled'),
  digest_weekday: optional(json(Type.Integer({ minimum: 0, maximum: 6, ...sentence('digest_weekday') }))),
  require_e2ee_push_notifications: flag('require_e2ee_push_notifications'),
  welcome_message_custom_text: optional(
    text(described(WelcomeText, realmSettingSentences.welcome_message_custom_text)),
  ),
  presence_disabled: flag('presence_disabled'),
  require_unique_names: flag('require_unique_names'),
  emails_restricted_to_domains: flag('emails_restricted_to_domains'),
  default_language: optional(
    jsonOrText(Type.String({ description: 'Language of the organization as a tag, for example `de`.' })),
  ),
  default_code_block_language: optional(
    jsonOrText(Type.String({ maxLength: 80, ...sentence('default_code_block_language') })),
  ),
  inline_image_preview: flag('inline_image_preview'),
  inline_url_embed_preview: flag('inline_url_embed_preview'),
  enable_guest_user_indicator: flag('enable_guest_user_indicator'),
  enable_guest_user_dm_warning: flag('enable_guest_user_dm_warning'),
  org_type: optional(json(Type.Enum(orgTypes, sentence('org_type')))),
  giphy_rating: optional(
    json(
      Type.Enum(
        Object.values(giphyRatings).map(({ id }) => id),
        sentence('giphy_rating'),
      ),
    ),
  ),
  video_chat_provider: optional(
    json(
      Type.Enum(
        Object.values(videoChatProviders).map(({ id }) => id),
        sentence('video_chat_provider'),
      ),
    ),
  ),
  jitsi_server_url: optional(
    jsonOrText(
      Type.String({
        maxLength: 200,
        description: `${realmSettingSentences.jitsi_server_url} \`default\`: the public service.`,
      }),
    ),
  ),
  name_changes_disabled: flag('name_changes_disabled'),
  email_changes_disabled: flag('email_changes_disabled'),
  avatar_changes_disabled: flag('avatar_changes_disabled'),
  keep_photo_locations: flag('keep_photo_locations'),
  allow_search_engines: flag('allow_search_engines'),
  // Fixed in every organization (`clientChoices`): another value is refused, not ignored.
  invite_required: always(true, 'Accounts are made by invitation or by administrators. Nothing else can be set.'),
  disallow_disposable_email_addresses: always(
    false,
    'Addresses of any provider can be invited. Nothing else can be set.',
  ),
  send_welcome_emails: always(false, 'No welcome e-mails are sent. Nothing else can be set.'),
  want_advertise_in_communities_directory: always(
    false,
    'Hubbub has no directory of organizations. Nothing else can be set.',
  ),
  authentication_methods: optional(
    json(
      Type.Object(
        { Email: Type.Literal(true, { description: 'Sign-in with address and password, which stays on here.' }) },
        { additionalProperties: false, description: 'Methods by which people sign in.' },
      ),
    ),
  ),
  ...(Object.fromEntries(realmPermissionNames.map((name) => [name, groupSetting(name)])) as Record<
    ChangeableRealmPermission,
    ReturnType<typeof groupSetting>
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
