import { Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import { Id } from '../http/params.ts';

/** People that one direct message goes to. */
const MOST_PEOPLE = 200;

/** `to` in every form that clients send: a name, an ID, an e-mail address, or a list of one or more (clients B.1). */
export const Recipients = Type.Union([
  Id,
  Type.String({ maxLength: 60_000 }),
  Type.Array(Id, { maxItems: MOST_PEOPLE }),
  Type.Array(Type.String({ maxLength: 320 }), { maxItems: MOST_PEOPLE }),
]);
export type Recipients = number | string | number[] | string[];

/** What a message's `type` may say; `private` and `stream` are the old words (spec: chat 4.1). */
export const MessageType = Type.Enum(['direct', 'channel', 'stream', 'private']);
export type MessageType = 'direct' | 'channel' | 'stream' | 'private';

export function isDirect(type: MessageType): boolean {
  return type === 'direct' || type === 'private';
}

/**
 * The channel that `to` names, by ID or by name.
 * @throws {ChatError} `BAD_REQUEST` when it is not exactly one
 */
export function readChannelRecipient(to: Recipients): { id: number } | { name: string } {
  if (Array.isArray(to)) {
    if (to.length !== 1) throw badRequest('Expected exactly one channel');
    return readChannelRecipient(to[0]!);
  }
  if (typeof to === 'number') return { id: to };
  const name = to.trim();
  if (name === '') throw badRequest('Missing channel');
  return { name };
}

/**
 * The people that `to` names, by ID or by e-mail address; a text may hold several addresses between commas.
 * @throws {ChatError} `BAD_REQUEST` when it names nobody or too many
 */
export function readPeopleRecipients(to: Recipients): { ids: number[] } | { emails: string[] } {
  const list: (number | string)[] = Array.isArray(to) ? to : [to];
  if (list.every((item) => typeof item === 'number')) return { ids: bounded(list as number[]) };
  const emails = list
    .flatMap((item) => String(item).split(','))
    .map((email) => email.trim())
    .filter((email) => email !== '');
  return { emails: bounded(emails) };
}

function bounded<T>(people: T[]): T[] {
  const distinct = [...new Set(people)];
  if (distinct.length === 0) throw badRequest('Message must have recipients');
  if (distinct.length > MOST_PEOPLE) throw badRequest(`to is too long (limit: ${MOST_PEOPLE} items)`);
  return distinct;
}
