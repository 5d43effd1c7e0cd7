import type { ApnsPayload, FcmPayload } from '../../../platform/outbound/push/push-service.ts';
import type { Message } from '../../reading/message.ts';

/** Account that a push is for: an app may know many. */
export interface Account {
  realmUrl: string;
  realmName: string;
  userId: number;
}

/** A notification to a device. */
export type PushNotice =
  | {
      kind: 'message';
      account: Account;
      message: Message;
      topic: string;
      text: string;
      avatarUrl: string;
      /** Browsers show messages to more eyes than a phone does: of direct ones the person may keep the text back. */
      isHiddenInBrowsers: boolean;
      /** Messages that the person's devices may show by now, ascending: what was read meanwhile is not among them. */
      shownIds: readonly number[];
    }
  | { kind: 'remove'; account: Account; messageIds: readonly number[] }
  | { kind: 'test'; account: Account; time: number };

/** Replaces the text where it must not be shown. */
export const HIDDEN = 'New message';
const TEST_TITLE = 'Test notification';

/** The JSON that an encrypted push holds (client: zulip-flutter, `NotifPayload`). */
export function encryptedContent(notice: PushNotice): object {
  const { realmUrl, realmName, userId } = notice.account;
  const account = { realm_url: realmUrl, realm_name: realmName, user_id: userId };
  if (notice.kind === 'test') return { ...account, type: 'test', time: notice.time };
  if (notice.kind === 'remove') return { ...account, type: 'remove', message_ids: notice.messageIds };
  const { message, topic, text, avatarUrl } = notice;
  const place =
    message.channelId === null
      ? { recipient_type: 'direct', recipient_user_ids: message.people.map(({ id }) => id) }
      : { recipient_type: 'channel', channel_id: message.channelId, channel_name: message.channelName, topic };
  return {
    ...account,
    type: 'message',
    sender_id: message.sender.id,
    sender_full_name: message.sender.fullName,
    sender_avatar_url: avatarUrl,
    message_id: message.id,
    time: message.timestamp,
    content: text,
    ...place,
  };
}

/** Push services take 4096 bytes, of which encryption and its head (RFC 8188) want 103. */
const MAX_BROWSER_BYTES = 4096 - 103;
/** Maximum of people whose IDs stand in it: those of more would leave no room for the text; one reads who they are in the conversation. */
const MAX_PEOPLE = 60;
/** A text is shortened by so much at a time, in characters, until it fits. */
const STEP = 50;

/**
 * Returns the content of a browser push, which is encrypted for the browser: the same data, named by `kind` like all
 * browser pushes, with `shown`: what the browser still shows of other messages is taken away there. A push only to take
 * something away is not sent: browsers want each push to show something. It is cut to what push services take.
 */
export function browserContent(notice: PushNotice & { kind: 'message' }): object {
  const { message, topic, isHiddenInBrowsers, shownIds } = notice;
  const people = message.people.length > MAX_PEOPLE ? [] : message.people;
  const contentWith = (text: string) => {
    const content = encryptedContent({ ...notice, message: { ...message, people }, topic, text });
    // A topic without a name is shown by another, which is not where it is.
    const named = message.channelId !== null && message.topic === '' ? { topic_address: '' } : {};
    return { kind: notice.kind, ...content, ...named, shown: shownIds };
  };
  if (isHiddenInBrowsers) return contentWith('');
  const characters = [...notice.text];
  for (let length = characters.length; length > 0; length -= STEP) {
    const text = length === characters.length ? notice.text : `${characters.slice(0, length - 1).join('')}…`;
    const content = contentWith(text);
    if (Buffer.byteLength(JSON.stringify(content)) <= MAX_BROWSER_BYTES) return content;
  }
  return contentWith('');
}

/** The same in the older form without encryption, whose values are all texts (client: zulip-flutter, `LegacyFcmMessage`). */
export function fcmPayload(notice: PushNotice): FcmPayload {
  const { realmUrl, realmName, userId } = notice.account;
  const account = { realm_url: realmUrl, realm_uri: realmUrl, realm_name: realmName, user_id: String(userId) };
  if (notice.kind === 'test') return { ...account, event: 'test', time: String(notice.time) };
  if (notice.kind === 'remove')
    return {
      ...account,
      event: 'remove',
      zulip_message_ids: notice.messageIds.join(','),
      zulip_message_id: String(notice.messageIds[0]),
    };
  const { message, topic, text, avatarUrl } = notice;
  return {
    ...account,
    event: 'message',
    sender_id: String(message.sender.id),
    sender_full_name: message.sender.fullName,
    sender_avatar_url: avatarUrl,
    zulip_message_id: String(message.id),
    time: String(message.timestamp),
    content: text,
    content_truncated: 'false',
    ...placeTexts(message, topic),
  };
}

function placeTexts({ channelId, channelName, people }: Message, topic: string): FcmPayload {
  if (channelId !== null)
    return { recipient_type: 'stream', stream_id: String(channelId), stream: channelName!, topic };
  const ids = people.map(({ id }) => id).sort((a, b) => a - b);
  // client: of two people the sender says enough.
  return { recipient_type: 'private', ...(ids.length > 2 ? { pm_users: ids.join(',') } : {}) };
}

/**
 * Returns the part that Apple displays by itself, with the data that the app reads when it is opened (client:
 * zulip-flutter, key `zulip`).
 */
export function apnsPayload(notice: PushNotice): ApnsPayload {
  const { realmUrl, realmName, userId } = notice.account;
  const account = { realm_url: realmUrl, realm_uri: realmUrl, realm_name: realmName, user_id: userId };
  if (notice.kind === 'test')
    return {
      aps: { alert: { title: TEST_TITLE, body: realmName }, sound: 'default' },
      zulip: { ...account, event: 'test', time: notice.time },
    };
  if (notice.kind === 'remove')
    return {
      aps: { 'content-available': 1 },
      zulip: { ...account, event: 'remove', zulip_message_ids: notice.messageIds.join(',') },
    };
  const { message, topic, text } = notice;
  const { channelId, channelName, people, sender } = message;
  const place =
    channelId === null
      ? { recipient_type: 'private', ...(people.length > 2 ? { pm_users: people.map(({ id }) => id).join(',') } : {}) }
      : { recipient_type: 'stream', stream_id: channelId, stream: channelName, topic };
  const title =
    channelId === null
      ? { title: sender.fullName }
      : { title: `#${channelName} > ${topic}`, subtitle: `${sender.fullName}:` };
  return {
    aps: { alert: { ...title, body: text }, sound: 'default' },
    zulip: {
      ...account,
      message_ids: [message.id],
      sender_id: sender.id,
      time: message.timestamp,
      ...place,
    },
  };
}

/** An encrypted push as Apple gets it: the app puts what it holds in the place of the title. */
export function encryptedApnsPayload(notice: PushNotice, keyId: number, data: string): ApnsPayload {
  const fields = { push_key_id: keyId, encrypted_data: data };
  if (notice.kind === 'remove') return { aps: { 'content-available': 1 }, ...fields };
  return { aps: { alert: { title: 'New notification' }, sound: 'default', 'mutable-content': 1 }, ...fields };
}
