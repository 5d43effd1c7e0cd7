import { type TSchema, Type } from 'typebox';
import { json, jsonOrText, optional, type Param } from '../http/params.ts';

interface Setting<T> {
  /** Has the sentence that all documents show. */
  schema: TSchema;
  /** Value until an organization or a person sets another one. */
  fallback: T;
}

const flag = (fallback: boolean, description: string): Setting<boolean> => ({
  schema: Type.Boolean({ description }),
  fallback,
});
/** One of the numbers 1 to `last`, each with a meaning of its own. */
const oneTo = (last: number, fallback: number, description: string): Setting<number> => ({
  schema: Type.Union(
    Array.from({ length: last }, (_, index) => Type.Literal(index + 1)),
    { description },
  ),
  fallback,
});
const amount = (minimum: number, maximum: number, fallback: number, description: string): Setting<number> => ({
  schema: Type.Integer({ minimum, maximum, description }),
  fallback,
});
const oneOf = <T extends string>(values: readonly T[], fallback: NoInfer<T>, description: string): Setting<T> => ({
  schema: Type.Union(
    values.map((value) => Type.Literal(value)),
    { description },
  ),
  fallback,
});

/** Every personal setting with its values (spec: chat 4.2) and Hubbub's own default. */
export const userSettingDefinitions = {
  starred_message_counts: flag(true, 'Whether clients show how many messages are starred.'),
  receives_typing_notifications: flag(true, 'Whether the user receives the typing notifications of others.'),
  web_suggest_update_timezone: flag(
    true,
    'Whether clients offer to change the time zone of the profile when the device has another one.',
  ),
  fluid_layout_width: flag(false, 'Whether pages use the whole width of the window.'),
  high_contrast_mode: flag(false, 'Whether pages use stronger contrast.'),
  enable_drafts_synchronization: flag(
    true,
    'Whether drafts are stored on the server. `false` deletes the stored ones.',
  ),
  translate_emoticons: flag(false, 'Whether emoticons such as `:)` become emoji in the messages that the user sends.'),
  display_emoji_reaction_users: flag(true, 'Whether small reactions show names in place of a number.'),
  web_escape_navigates_to_home_view: flag(true, 'Whether the Escape key leads to the home view.'),
  left_side_userlist: flag(false, 'Whether narrow windows show the list of users on the left.'),
  hide_ai_features: flag(false, 'Whether clients hide features that use AI.'),
  web_left_sidebar_show_channel_folders: flag(true, 'Whether the sidebar groups channels by their folders.'),
  web_left_sidebar_unreads_count_summary: flag(true, 'Whether the sidebar shows sums of unread messages.'),
  enable_stream_desktop_notifications: flag(
    false,
    'Whether channel messages cause desktop notifications, unless the channel says otherwise.',
  ),
  enable_stream_email_notifications: flag(
    false,
    'Whether channel messages cause e-mails, unless the channel says otherwise.',
  ),
  enable_stream_push_notifications: flag(
    false,
    'Whether channel messages cause push notifications, unless the channel says otherwise.',
  ),
  enable_stream_audible_notifications: flag(
    false,
    'Whether channel messages cause a sound, unless the channel says otherwise.',
  ),
  enable_desktop_notifications: flag(true, 'Whether direct messages and mentions cause desktop notifications.'),
  enable_sounds: flag(true, 'Whether direct messages and mentions cause a sound.'),
  enable_followed_topic_desktop_notifications: flag(
    true,
    'Whether messages in followed topics cause desktop notifications.',
  ),
  enable_followed_topic_email_notifications: flag(true, 'Whether messages in followed topics cause e-mails.'),
  enable_followed_topic_push_notifications: flag(true, 'Whether messages in followed topics cause push notifications.'),
  enable_followed_topic_audible_notifications: flag(true, 'Whether messages in followed topics cause a sound.'),
  enable_offline_email_notifications: flag(
    true,
    'Whether direct messages and mentions that the user missed cause e-mails.',
  ),
  enable_offline_push_notifications: flag(
    true,
    'Whether direct messages and mentions cause push notifications while the user is offline.',
  ),
  enable_online_push_notifications: flag(true, 'Whether push notifications arrive while the user is online too.'),
  enable_digest_emails: flag(true, 'Whether the user receives the weekly summary by e-mail after days away.'),
  message_content_in_email_notifications: flag(true, 'Whether e-mails about missed messages contain their content.'),
  pm_content_in_desktop_notifications: flag(
    true,
    'Whether desktop notifications of direct messages contain their content.',
  ),
  wildcard_mentions_notify: flag(
    true,
    'Whether wildcard mentions notify like mentions of the user, unless the channel says otherwise.',
  ),
  enable_followed_topic_wildcard_mentions_notify: flag(
    true,
    'Whether wildcard mentions in followed topics notify like mentions of the user.',
  ),
  automatically_follow_topics_where_mentioned: flag(
    true,
    'Whether the user follows each topic in which they are mentioned.',
  ),
  presence_enabled: flag(true, 'Whether others see when the user is online.'),
  enter_sends: flag(true, 'Whether the Enter key sends a message. `false`: it starts a new line.'),
  twenty_four_hour_time: flag(false, 'Whether times have 24 hours. `false`: 12 hours.'),
  send_private_typing_notifications: flag(true, 'Whether others see that the user types a direct message.'),
  send_stream_typing_notifications: flag(true, 'Whether others see that the user types a channel message.'),
  send_read_receipts: flag(true, 'Whether others see which messages the user has read.'),
  web_navigate_to_sent_message: flag(true, 'Whether the view moves to the conversation of a message once it is sent.'),
  /** Consent to an export of what came to the person in private; theirs alone to give, so there is no default to set. */
  allow_private_data_export: flag(
    false,
    'Whether exports of the organization may contain what the user received in private.',
  ),
  /** Ours: nobody is told of messages before this time, in UNIX seconds; 0: they are. No default to set either. */
  do_not_disturb_until: amount(
    0,
    4_102_444_800,
    0,
    'UNIX time in seconds until which nothing notifies the user. 0: not paused.',
  ),
  web_mark_read_on_scroll_policy: oneTo(
    3,
    1,
    'When scrolling marks messages as read: 1 always, 2 in conversation views only, 3 never.',
  ),
  web_channel_default_view: oneTo(
    4,
    2,
    'What a click on a channel opens: 1 top topic, 2 channel feed, 3 list of topics, 4 top unread topic.',
  ),
  color_scheme: oneTo(3, 1, '1 automatic, 2 dark, 3 light.'),
  demote_inactive_streams: oneTo(3, 1, 'Whether inactive channels move down in lists: 1 automatic, 2 always, 3 never.'),
  user_list_style: oneTo(3, 3, 'How lists show users: 1 compact, 2 with status, 3 with picture and status.'),
  web_stream_unreads_count_display_policy: oneTo(
    3,
    2,
    'Where unread counts appear: 1 all channels, 2 unmuted channels and topics, 3 no channels.',
  ),
  desktop_icon_count_display: oneTo(
    4,
    1,
    'What the count on the icon includes: 1 all unread, 2 direct messages, mentions and ' +
      'followed topics, 3 direct messages and mentions, 4 nothing.',
  ),
  realm_name_in_email_notifications_policy: oneTo(
    3,
    1,
    'Whether subjects of e-mails name the organization: 1 automatic, 2 always, 3 never.',
  ),
  automatically_follow_topics_policy: oneTo(
    4,
    3,
    'Topics that the user follows automatically: 1 takes part in, 2 sends to, 3 starts, 4 none.',
  ),
  automatically_unmute_topics_in_muted_streams_policy: oneTo(
    4,
    2,
    'Topics of muted channels that unmute automatically: 1 takes part in, 2 sends to, 3 starts, 4 none.',
  ),
  email_address_visibility: oneTo(
    5,
    1,
    "Who sees the user's real e-mail address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.",
  ),
  web_font_size_px: amount(1, 1000, 16, 'Size of the text of messages in pixels.'),
  web_line_height_percent: amount(1, 1000, 140, 'Height of a line in percent of the size of the text: 120 means 1.2.'),
  // A week at most, so that what is gathered is still news.
  email_notifications_batching_period_seconds: amount(
    0,
    604_800,
    120,
    'Seconds during which missed messages are gathered for one e-mail. At most a week.',
  ),
  web_home_view: oneOf(['recent_topics', 'inbox', 'all_messages'], 'inbox', 'View that a client opens first.'),
  emojiset: oneOf(['google', 'twitter', 'text', 'google-blob'], 'google', 'Set of pictures in which emoji appear.'),
  web_animate_image_previews: oneOf(
    ['always', 'on_hover', 'never'],
    'on_hover',
    'When previews of pictures play their animation.',
  ),
  resolved_topic_notice_auto_read_policy: oneOf(
    ['always', 'except_followed', 'never'],
    'except_followed',
    'When notices of resolved and unresolved topics are read at once: `always`, `except_followed` in topics that the user follows, `never`.',
  ),
  notification_sound: {
    schema: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'Name of the sound of notifications, one of `available_notification_sounds`.',
    }),
    fallback: 'zulip',
  },
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
