import { Type } from 'typebox';
import { badRequest } from '../../http/errors.ts';
import { Id } from '../../http/params.ts';

/** People that one direct message goes to. */
const MAX_PEOPLE = 200;

/** `to` in every form that clients send: a name, an ID, an e-mail address, or a list of one or more (clients B.1). */
export const MessageRecipients = Type.Union([
  Id,
  Type.String({ maxLength: 60_000 }),
  Type.Array(Type.Union([Id, Type.String({ maxLength: 320 })]), { maxItems: MAX_PEOPLE }),
  // Other JSON is not taken for a name or an address: it is refused by a sentence.
  Type.Array(Type.Unknown(), { maxItems: MAX_PEOPLE }),
  Type.Object({}),
]);
export type MessageRecipients = number | string | unknown[] | object;

/** Values of a message's `type`; `private` and `stream` are the old words (spec: chat 4.1). */
export const MessageType = Type.Enum(['direct', 'channel', 'stream', 'private']);
export type MessageType = 'direct' | 'channel' | 'stream' | 'private';

export function isDirect(type: MessageType): boolean {
  return type === 'direct' || type === 'private';
}

/**
 * The channel that `to` names, by ID or by name.
 * @throws {ChatError} `BAD_REQUEST` when it is not exactly one
 */
export function readChannelRecipient(to: MessageRecipients): { id: number } | { name: string } {
  const [channel, ...more] = Array.isArray(to) ? to : [to];
  if (channel === undefined || more.length > 0) throw badRequest('Expected exactly one channel');
  if (isId(channel)) return { id: channel };
  if (typeof channel !== 'string') throw badRequest('Invalid data type for channel');
  const name = channel.trim();
  if (name === '') throw badRequest('Missing channel');
  return { name };
}

/**
 * The people that `to` names, by ID or by e-mail address; a text may hold several addresses between commas.
 * @throws {ChatError} `BAD_REQUEST` when it names nobody or too many
 */
export function readPeopleRecipients(to: MessageRecipients): { ids: number[] } | { emails: string[] } {
  const list: unknown[] = Array.isArray(to) ? to : [to];
  const ids = list.filter(isId);
  const texts = list.filter((item) => typeof item === 'string');
  if (ids.length + texts.length < list.length) throw badRequest('Invalid data type for recipients');
  if (texts.length === 0) return { ids: bounded(ids) };
  if (ids.length > 0) throw badRequest('Recipient lists may contain emails or user IDs, but not both.');
  const emails = texts
    .flatMap((item) => item.split(','))
    .map((email) => email.trim())
    .filter((email) => email !== '');
  return { emails: bounded(emails) };
}

function isId(item: unknown): item is number {
  return Number.isSafeInteger(item);
}

function bounded<T>(people: T[]): T[] {
  const distinct = [...new Set(people)];
  if (distinct.length === 0) throw badRequest('Message must have recipients');
  if (distinct.length > MAX_PEOPLE) throw badRequest(`to is too long (limit: ${MAX_PEOPLE} items)`);
  return distinct;
}
