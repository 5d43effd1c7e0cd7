import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';

/** Choices that only clients act on, by the API's numbers. */

/** People whom one request tells in a message that they were subscribed; of more nobody is told. */
export const MAX_SUBSCRIPTION_NOTICES = 100;

/** Visibility of earlier versions of a message: everybody, or nobody. */
export const editHistoryPolicies = ['all', 'none'] as const;

/** Kinds of organizations. */
export const orgTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

/** The least harmless pictures that clients offer from GIPHY. */
export const giphyRatings = {
  disabled: { id: 0, name: 'GIPHY integration disabled' },
  y: { id: 1, name: 'Allow GIFs rated Y (Very young audience)' },
  g: { id: 2, name: 'Allow GIFs rated G (General audience)' },
  pg: { id: 3, name: 'Allow GIFs rated PG (Parental guidance)' },
  'pg-13': { id: 4, name: 'Allow GIFs rated PG-13 (Parental guidance - under 13)' },
  r: { id: 5, name: 'Allow GIFs rated R (Restricted)' },
} as const;

/** With what clients make calls: of the services that the API knows, those that need nothing of this server. */
export const videoChatProviders = {
  disabled: { id: 0, name: 'None' },
  jitsi_meet: { id: 1, name: 'Jitsi Meet' },
} as const;

const choices = Type.Record(
  Type.String(),
  Type.Object(
    {
      id: Type.Integer({ description: 'Value of the setting.' }),
      name: Type.String({ description: 'Label for people.' }),
    },
    { additionalProperties: false },
  ),
);

/** Values that clients read beside the settings and that are the same in every organization of this server. */
export const clientChoices = {
  giphy_rating_options: giphyRatings,
  realm_available_video_chat_providers: videoChatProviders,
  // Accounts are made by invitation or by administrators.
  realm_invite_required: true,
  realm_disallow_disposable_email_addresses: false,
  realm_send_welcome_emails: false,
  realm_want_advertise_in_communities_directory: false,
  realm_zulip_update_announcements_stream_id: -1,
  realm_password_auth_enabled: true,
  realm_email_auth_enabled: true,
  realm_is_zephyr_mirror_realm: false,
  realm_authentication_methods: { Email: { enabled: true, available: true } },
  // Changes of channels are told in them.
  realm_send_channel_events_messages: true,
  max_bulk_new_subscription_messages: MAX_SUBSCRIPTION_NOTICES,
  // Passwords are judged by their length and by lists of leaked ones.
  password_min_guesses: 0,
  server_can_summarize_topics: false,
  server_needs_upgrade: false,
  settings_send_digest_emails: true,
};

export const clientChoiceFields = {
  giphy_rating_options: described(choices, 'Values of `realm_giphy_rating`, by name.'),
  realm_available_video_chat_providers: described(choices, 'Values of `realm_video_chat_provider`, by name.'),
  realm_invite_required: Type.Boolean({
    description: 'Always true: accounts are made by invitation or by administrators.',
  }),
  realm_disallow_disposable_email_addresses: Type.Boolean({
    description: 'Always false: addresses of any provider can be invited.',
  }),
  realm_send_welcome_emails: Type.Boolean({ description: 'Always false: no welcome e-mails are sent.' }),
  realm_want_advertise_in_communities_directory: Type.Boolean({
    description: 'Always false: no directory of organizations exists.',
  }),
  realm_zulip_update_announcements_stream_id: Type.Integer({
    description: 'Always -1: no channel announces new versions.',
  }),
  realm_password_auth_enabled: Type.Boolean({
    description: 'Always true: clients read it to show a form for passwords.',
  }),
  realm_email_auth_enabled: Type.Boolean({ description: 'Always true: clients read it to show a form for passwords.' }),
  realm_is_zephyr_mirror_realm: Type.Boolean({ description: 'Always false. Older clients read it.' }),
  realm_authentication_methods: Type.Record(
    Type.String(),
    Type.Object(
      {
        enabled: Type.Boolean({ description: 'Whether people can use the method.' }),
        available: Type.Boolean({ description: 'Whether the server supports the method.' }),
      },
      { additionalProperties: false },
    ),
    { description: 'Methods by which people sign in, by name.' },
  ),
  realm_send_channel_events_messages: Type.Boolean({
    description: 'Always true: the notification bot writes about changes of a channel in it.',
  }),
  max_bulk_new_subscription_messages: Type.Integer({
    description: 'Most people whom one request informs that somebody else subscribed them.',
  }),
  password_min_guesses: Type.Integer({
    description: 'Always 0: passwords are checked by length and against lists of leaked ones.',
  }),
  server_can_summarize_topics: Type.Boolean({ description: 'Always false: the server has no summaries of topics.' }),
  server_needs_upgrade: Type.Boolean({ description: 'Always false: clients need not warn administrators.' }),
  settings_send_digest_emails: Type.Boolean({ description: 'Always true: the server can send weekly summaries.' }),
};
