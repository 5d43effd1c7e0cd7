import type { ChatParams } from '../harness/clients.ts';

/** Target of a request: a private channel and a message in it, or an object that does not exist. */
export interface Aim {
  message: number;
  channel: number;
  name: string;
  topic: string;
  person: number;
}

const inPath = () => ({});
const soon = () => Math.floor(Date.now() / 1000) + 86_400;
const inTopic = ({ channel, topic }: Aim) => ({
  narrow: [
    ['channel', channel],
    ['topic', topic],
  ],
});
const around = { anchor: 'newest', num_before: 10, num_after: 0 };

/**
 * Operations that name a message, a channel or a topic: their parameters beside those of the path. None before the last
 * ones takes away what the others aim at.
 */
export const AIMED: Record<string, (aim: Aim) => ChatParams> = {
  'get-message': inPath,
  'get-message-history': inPath,
  'get-read-receipts': inPath,
  'get-channel': inPath,
  'get-channel-id': ({ name }) => ({ stream: name }),
  'get-subscribers': inPath,
  'get-email-address': inPath,
  'get-subscription-status': inPath,
  'get-topics': inPath,
  'fetch-messages': ({ message }) => ({ message_ids: [message] }),
  'matches-narrow': ({ message }) => ({ msg_ids: [message], narrow: [] }),
  'register-queue': ({ name }) => ({ narrow: [['channel', name]], fetch_event_types: [] }),
  'report-message': () => ({ report_type: 'spam' }),
  'create-reminder': ({ message }) => ({ message_id: message, scheduled_delivery_timestamp: soon() }),
  'add-reaction': () => ({ emoji_name: 'tada' }),
  'remove-reaction': () => ({ emoji_name: 'tada' }),
  'add-submessage': ({ message }) => ({ message_id: message, msg_type: 'widget', content: '{"type":"vote"}' }),
  'update-message-flags': ({ message }) => ({ messages: [message], op: 'add', flag: 'starred' }),
  'update-message-flags-for-narrow': (aim) => ({ ...around, ...inTopic(aim), op: 'add', flag: 'collapsed' }),
  'mark-stream-as-read': ({ channel }) => ({ stream_id: channel }),
  'mark-topic-as-read': ({ channel, topic }) => ({ stream_id: channel, topic_name: topic }),
  'update-user-topic': ({ channel, topic }) => ({ stream_id: channel, topic, visibility_policy: 3 }),
  'update-muted-topics': ({ channel, topic }) => ({ stream_id: channel, topic, op: 'add' }),
  'update-subscription-settings': ({ channel }) => ({
    subscription_data: [{ stream_id: channel, property: 'pin_to_top', value: true }],
  }),
  'set-typing-status': ({ channel, topic }) => ({ type: 'channel', stream_id: channel, topic, op: 'start' }),
  'set-typing-status-for-edit': () => ({ op: 'start' }),
  'send-message': ({ channel, topic }) => ({ type: 'channel', to: channel, topic, content: 'hello' }),
  'schedule-message': ({ channel, topic }) => ({
    ...{ type: 'channel', to: channel, topic, content: 'hello' },
    scheduled_delivery_timestamp: soon(),
  }),
  'send-invitations': ({ channel }) => ({ invitee_emails: 'ivo@couriers.example', stream_ids: [channel] }),
  'create-invitation-link': ({ channel }) => ({ stream_ids: [channel] }),
  'add-default-channel': ({ channel }) => ({ stream_id: channel }),
  'remove-default-channel': ({ channel }) => ({ stream_id: channel }),
  'update-channel': () => ({ description: 'renewed' }),
  'update-message': () => ({ content: 'changed' }),
  'delete-topic': ({ topic }) => ({ topic_name: topic }),
  'delete-message': inPath,
  unsubscribe: ({ name }) => ({ subscriptions: [name] }),
  'archive-channel': inPath,
};

/** To a member their answer is the same whether it is there or not: what a queue brings shows later; links are for administrators. */
export const SAME_FOR_ALL: ReadonlySet<string> = new Set(['register-queue', 'create-invitation-link']);

/** Administrators know every channel; what is said in a private one they are not told either. */
export const READ_CONTENT = [
  ...['get-message', 'get-message-history', 'get-read-receipts', 'fetch-messages', 'matches-narrow', 'report-message'],
  ...['create-reminder', 'add-reaction', 'remove-reaction', 'add-submessage', 'update-message-flags'],
];

/** Operations whose parameter of such a name refers to no foreign object, and operations that would create it. */
export const NAMES_NO_OBJECT = ['subscribe', 'update-scheduled-message'];
