import { Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { badRequest } from '../http/errors.ts';
import { json, optional, type ParamValues, text } from '../http/params.ts';
import { realmEmojiOf } from '../realm-emoji/access.ts';
import { readEmoji } from '../realm-emoji/emoji-of-reaction.ts';
import { NO_EMOJI, type UserStatus } from './user-status.ts';

/** A status that stays for longer is not forgotten by its owner: it is meant to stay. */
const MAX_SECONDS = 366 * 86_400;

/** spec: chat 4.10; `clears_at` is ours. */
export const statusParams = {
  status_text: optional(
    text(Type.String({ maxLength: 60, description: 'Text of the status, at most 60 characters. Empty: no text.' })),
  ),
  emoji_name: optional(text(Type.String({ maxLength: 200, description: 'Name of the emoji. Empty: no emoji.' }))),
  emoji_code: optional(
    text(
      Type.String({
        maxLength: 200,
        description: 'Code points of the emoji, or the ID of a custom emoji. Only with `emoji_name`.',
      }),
    ),
  ),
  reaction_type: optional(
    text(
      Type.String({
        maxLength: 200,
        description: 'Kind of emoji: `unicode_emoji`, `realm_emoji` or `service_extra_emoji`. Only with `emoji_name`.',
      }),
    ),
  ),
  clears_at: optional(
    json(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description:
          'When the status is cleared by itself, in UNIX seconds: later than now, within a year. 0: it stays. ' +
          'A new text or emoji without it stays.',
      }),
    ),
  ),
};

/**
 * The parts of a status that a request changes. An empty name clears the emoji, whatever comes with it.
 * @throws {ChatError} `BAD_REQUEST` when a code or type comes without a name, or there is no such emoji
 */
export async function readStatusChanges(tx: Tx, given: ParamValues<typeof statusParams>): Promise<Partial<UserStatus>> {
  const { status_text, emoji_name, emoji_code, reaction_type, clears_at } = given;
  const changes: Partial<UserStatus> = {
    ...(status_text === undefined ? {} : { text: status_text.trim() }),
    ...(clears_at === undefined ? {} : { clearsAt: readEnd(clears_at, tx.now) }),
  };
  if (emoji_name === undefined) {
    if (emoji_code !== undefined || reaction_type !== undefined)
      throw badRequest('Client must pass emoji_name if they pass either emoji_code or reaction_type.');
    return changes;
  }
  if (emoji_name === '') return { ...changes, ...NO_EMOJI };
  const own = await realmEmojiOf(uncachedFacts(tx));
  return { ...changes, ...readEmoji({ emoji_name, emoji_code, reaction_type }, own) };
}

/** @throws {ChatError} `BAD_REQUEST` for a time that is past, or too far ahead */
function readEnd(clearsAt: number, now: Date): Date | null {
  if (clearsAt === 0) return null;
  const seconds = clearsAt - now.getTime() / 1000;
  if (seconds <= 0 || seconds > MAX_SECONDS) throw badRequest('clears_at must be later than now, and within a year.');
  return new Date(clearsAt * 1000);
}
