import { type TSchema, Type } from 'typebox';
import { json, jsonOrText, optional, type Param } from '../http/params.ts';

interface Setting<T> {
  schema: TSchema;
  /** Value until an organization or a person sets another one. */
  fallback: T;
}

const flag = (fallback: boolean): Setting<boolean> => ({ schema: Type.Boolean(), fallback });
/** One of the numbers 1 to `last`, each with a meaning of its own. */
const oneTo = (last: number, fallback: number): Setting<number> => ({
  schema: Type.Union(Array.from({ length: last }, (_, index) => Type.Literal(index + 1))),
  fallback,
});
const amount = (minimum: number, maximum: number, fallback: number): Setting<number> => ({
  schema: Type.Integer({ minimum, maximum }),
  fallback,
});
const oneOf = <T extends string>(values: readonly T[], fallback: NoInfer<T>): Setting<T> => ({
  schema: Type.Union(values.map((value) => Type.Literal(value))),
  fallback,
});

/** Every personal setting with its values (spec: chat 4.2) and Hubbub's own default. */
export const userSettingDefinitions = {
  starred_message_counts: flag(true),
  receives_typing_notifications: flag(true),
  web_suggest_update_timezone: flag(true),
  fluid_layout_width: flag(false),
  high_contrast_mode: flag(false),
  enable_drafts_synchronization: flag(true),
  translate_emoticons: flag(false),
  display_emoji_reaction_users: flag(true),
  web_escape_navigates_to_home_view: flag(true),
  left_side_userlist: flag(false),
  hide_ai_features: flag(false),
  web_left_sidebar_show_channel_folders: flag(true),
  web_left_sidebar_unreads_count_summary: flag(true),
  enable_stream_desktop_notifications: flag(false),
  enable_stream_email_notifications: flag(false),
  enable_stream_push_notifications: flag(false),
  enable_stream_audible_notifications: flag(false),
  enable_desktop_notifications: flag(true),
  enable_sounds: flag(true),
  enable_followed_topic_desktop_notifications: flag(true),
  enable_followed_topic_email_notifications: flag(true),
  enable_followed_topic_push_notifications: flag(true),
  enable_followed_topic_audible_notifications: flag(true),
  enable_offline_email_notifications: flag(true),
  enable_offline_push_notifications: flag(true),
  enable_online_push_notifications: flag(true),
  enable_digest_emails: flag(true),
  message_content_in_email_notifications: flag(true),
  pm_content_in_desktop_notifications: flag(true),
  wildcard_mentions_notify: flag(true),
  enable_followed_topic_wildcard_mentions_notify: flag(true),
  automatically_follow_topics_where_mentioned: flag(true),
  presence_enabled: flag(true),
  enter_sends: flag(true),
  twenty_four_hour_time: flag(false),
  send_private_typing_notifications: flag(true),
  send_stream_typing_notifications: flag(true),
  send_read_receipts: flag(true),
  web_navigate_to_sent_message: flag(true),
  /** Consent to an export of what came to the person in private; theirs alone to give, so there is no default to set. */
  allow_private_data_export: flag(false),
  /** Ours: nobody is told of messages before this time, in UNIX seconds; 0: they are. No default to set either. */
  do_not_disturb_until: amount(0, 4_102_444_800, 0),
  web_mark_read_on_scroll_policy: oneTo(3, 1),
  web_channel_default_view: oneTo(4, 1),
  color_scheme: oneTo(3, 1),
  demote_inactive_streams: oneTo(3, 1),
  user_list_style: oneTo(3, 2),
  web_stream_unreads_count_display_policy: oneTo(3, 2),
  desktop_icon_count_display: oneTo(4, 1),
  realm_name_in_email_notifications_policy: oneTo(3, 1),
  automatically_follow_topics_policy: oneTo(4, 3),
  automatically_unmute_topics_in_muted_streams_policy: oneTo(4, 2),
  email_address_visibility: oneTo(5, 1),
  web_font_size_px: amount(1, 1000, 16),
  web_line_height_percent: amount(1, 1000, 140),
  // A week at most, so that what is gathered is still news.
  email_notifications_batching_period_seconds: amount(0, 604_800, 120),
  web_home_view: oneOf(['recent_topics', 'inbox', 'all_messages'], 'inbox'),
  emojiset: oneOf(['google', 'twitter', 'text', 'google-blob'], 'google'),
  web_animate_image_previews: oneOf(['always', 'on_hover', 'never'], 'on_hover'),
  resolved_topic_notice_auto_read_policy: oneOf(['always', 'except_followed', 'never'], 'except_followed'),
  notification_sound: { schema: Type.String({ minLength: 1, maxLength: 100 }), fallback: 'zulip' },
};

export type UserSettings = {
  [Name in keyof typeof userSettingDefinitions]: (typeof userSettingDefinitions)[Name]['fallback'];
};

function each<T>(make: (setting: Setting<unknown>) => T): Record<keyof UserSettings, T> {
  return Object.fromEntries(
    Object.entries(userSettingDefinitions).map(([name, setting]) => [name, make(setting)]),
  ) as Record<keyof UserSettings, T>;
}

export const defaultUserSettings = each(({ fallback }) => fallback) as UserSettings;
export const userSettingSchemas = each(({ schema }) => schema);

/** A parameter for each setting; words come bare or in quotes. */
export const userSettingParams = each(({ schema, fallback }) =>
  optional(typeof fallback === 'string' ? jsonOrText(schema) : json(schema)),
) as { [Name in keyof UserSettings]: Param<UserSettings[Name] | undefined> };
