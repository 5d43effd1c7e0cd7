import type { RegisterQueueAnswer } from '../../store/wire/chat.ts';

export type UserSettings = NonNullable<RegisterQueueAnswer['user_settings']>;

/**
 * A setting of `PATCH /settings` with a row of its own: what clients may choose from is no setting, and when nobody is to
 * disturb is set in the menu too.
 */
export type SettingName = Exclude<
  keyof UserSettings,
  'emojiset_choices' | 'available_notification_sounds' | 'do_not_disturb_until'
>;

/** Settings of each section of the screen, in their order. What only other clients act on stands in the last. */
export const settingSections = {
  appearance: [
    'color_scheme',
    'high_contrast_mode',
    'web_font_size_px',
    'web_line_height_percent',
    'fluid_layout_width',
    'twenty_four_hour_time',
    'emojiset',
    'display_emoji_reaction_users',
    'web_animate_image_previews',
    'user_list_style',
    'left_side_userlist',
  ],
  navigation: [
    'web_home_view',
    'web_escape_navigates_to_home_view',
    'web_channel_default_view',
    'web_left_sidebar_show_channel_folders',
    'demote_inactive_streams',
    'web_stream_unreads_count_display_policy',
    'web_left_sidebar_unreads_count_summary',
    'starred_message_counts',
    'desktop_icon_count_display',
  ],
  conversations: [
    'web_mark_read_on_scroll_policy',
    'resolved_topic_notice_auto_read_policy',
    'enter_sends',
    'web_navigate_to_sent_message',
    'translate_emoticons',
    'enable_drafts_synchronization',
    'automatically_follow_topics_policy',
    'automatically_follow_topics_where_mentioned',
    'automatically_unmute_topics_in_muted_streams_policy',
  ],
  notifications: [
    'enable_desktop_notifications',
    'enable_followed_topic_desktop_notifications',
    'enable_stream_desktop_notifications',
    'pm_content_in_desktop_notifications',
    'enable_sounds',
    'enable_followed_topic_audible_notifications',
    'enable_stream_audible_notifications',
    'notification_sound',
    'enable_offline_push_notifications',
    'enable_followed_topic_push_notifications',
    'enable_stream_push_notifications',
    'enable_online_push_notifications',
    'wildcard_mentions_notify',
    'enable_followed_topic_wildcard_mentions_notify',
  ],
  email: [
    'enable_offline_email_notifications',
    'enable_followed_topic_email_notifications',
    'enable_stream_email_notifications',
    'email_notifications_batching_period_seconds',
    'message_content_in_email_notifications',
    'realm_name_in_email_notifications_policy',
    'enable_digest_emails',
    'default_language',
  ],
  privacy: [
    'presence_enabled',
    'email_address_visibility',
    'send_read_receipts',
    'send_private_typing_notifications',
    'send_stream_typing_notifications',
    'receives_typing_notifications',
    'allow_private_data_export',
    'timezone',
    'web_suggest_update_timezone',
  ],
  others: ['hide_ai_features'],
} as const satisfies Readonly<Record<string, readonly SettingName[]>>;

export type SectionId = keyof typeof settingSections;

/**
 * Parameters of `PATCH /settings` that are changed elsewhere: the name on this screen's head, when nobody is to disturb in
 * the menu, the others on `/account`.
 */
export const ELSEWHERE = ['full_name', 'email', 'old_password', 'new_password', 'do_not_disturb_until'] as const;

/** Parameters that take no other value than the one they have: such e-mails are not sent. */
export const FIXED = ['enable_marketing_emails', 'enable_login_emails'] as const;

/** Values of settings that have a few of them, in the order in which they are offered (spec: chat 4.2). */
export const CHOICES = {
  color_scheme: [1, 3, 2],
  demote_inactive_streams: [1, 2, 3],
  web_stream_unreads_count_display_policy: [1, 2, 3],
  desktop_icon_count_display: [1, 2, 3, 4],
  web_home_view: ['inbox', 'recent_topics', 'all_messages'],
  web_mark_read_on_scroll_policy: [1, 2, 3],
  automatically_follow_topics_policy: [1, 2, 3, 4],
  automatically_unmute_topics_in_muted_streams_policy: [1, 2, 3, 4],
  realm_name_in_email_notifications_policy: [1, 2, 3],
  email_address_visibility: [1, 2, 3, 4, 5],
  web_channel_default_view: [1, 2, 3, 4],
  user_list_style: [1, 2, 3],
  emojiset: ['google', 'twitter', 'google-blob', 'text'],
  web_animate_image_previews: ['always', 'on_hover', 'never'],
  resolved_topic_notice_auto_read_policy: ['always', 'except_followed', 'never'],
} as const satisfies Partial<Record<SettingName, readonly (number | string)[]>>;

export type ChoiceName = keyof typeof CHOICES;

/** Settings that are a number, and what of it this page offers. */
export const AMOUNTS = {
  web_font_size_px: { min: 12, max: 24 },
  web_line_height_percent: { min: 100, max: 200 },
  /** Seconds; a week at most. */
  email_notifications_batching_period_seconds: { min: 0, max: 604_800 },
} as const satisfies Partial<Record<SettingName, { min: number; max: number }>>;

export type AmountName = keyof typeof AMOUNTS;
