import { Type } from 'typebox';
import type { Channel } from '../channels/access.ts';
import { badRequest } from '../http/errors.ts';
import { Id } from '../http/params.ts';

export const MAX_CHANNELS = 1000;
const MAX_PEOPLE = 10_000;
/** Subscriptions that one request makes or ends: as many people as there can be in one channel, or fewer in more. */
const MAX_PAIRS = 50_000;

/** People by ID or e-mail address. */
export const Principals = Type.Union([
  Type.Array(Id, { maxItems: MAX_PEOPLE }),
  Type.Array(Type.String(), { maxItems: MAX_PEOPLE }),
]);

/** @throws {ChatError} `BAD_REQUEST` */
export function tooManyPairs(people: number, channels: number): void {
  if (people * channels > MAX_PAIRS)
    throw badRequest(`Too many subscriptions in one request (limit: ${MAX_PAIRS} people times channels)`);
}

/** By user ID as text, the names of the channels for which `holds` is true; nobody has an empty list. */
export function namesByUser(
  channels: readonly Channel[],
  userIds: readonly number[],
  holds: (channelId: number, userId: number) => boolean,
): Record<string, string[]> {
  return Object.fromEntries(
    userIds
      .map((id) => [String(id), channels.filter((channel) => holds(channel.id, id)).map(({ name }) => name)] as const)
      .filter(([, names]) => names.length > 0),
  );
}
