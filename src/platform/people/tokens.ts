import { createHash } from 'node:crypto';
import type { PlainReader } from '../db/reader.ts';
import type { PlainTx } from '../db/tx.ts';
import { randomText } from '../ids.ts';
import { lockPerson } from './queries.ts';
import {
  deleteExpiredTokens,
  deleteTokens,
  insertToken,
  loadToken,
  loadTokenTimes,
  type PersonTokenRow,
  type TokenPurpose,
} from './token-queries.ts';

/** 32 characters of 5.95 bits: 190 random bits, so a plain digest is safe. */
const LENGTH = 32;
/** Days for which an invitation holds. */
export const JOIN_DAYS = 14;
const HOUR_MS = 3_600_000;
/** Validity of a link. One that signs in is scanned from a screen at once. */
export const HELD_MS: Record<TokenPurpose, number> = {
  reset: HOUR_MS,
  verify: 24 * HOUR_MS,
  join: JOIN_DAYS * 24 * HOUR_MS,
  'sign-in': 10 * 60_000,
};
/** Between two links of a person for one purpose: anybody can ask for them, and they fill a mailbox. */
const GAP_MS = 60_000;
/** Links of a person for one purpose that hold at a time, for the same reason. */
const MAX_LIVE = 5;

export { deleteTokensOf as doEndPersonTokens, loadNewestToken as newestPersonToken } from './token-queries.ts';

const hashOf = (token: string) => createHash('sha256').update(token).digest();

/**
 * Makes a token for a link that is sent to a person, or shown to them.
 * @returns undefined within a minute of the last one, and while several hold
 */
export async function doMakePersonToken(
  tx: PlainTx,
  given: Omit<PersonTokenRow, 'hash' | 'createdAt' | 'expiresAt'>,
): Promise<string | undefined> {
  await deleteExpiredTokens(tx);
  // Two at once wait for each other here.
  if (!(await lockPerson(tx, given.organizationId, given.personId))) return undefined;
  const made = await loadTokenTimes(tx, given);
  if (made.length >= MAX_LIVE || made.some((time) => tx.now.getTime() - time.getTime() < GAP_MS)) return undefined;
  const token = randomText(LENGTH);
  const expiresAt = new Date(tx.now.getTime() + HELD_MS[given.purpose]);
  await insertToken(tx, { ...given, hash: hashOf(token), createdAt: tx.now, expiresAt });
  return token;
}

/** Returns the rights of a valid token. */
export function accessPersonToken(
  reader: PlainReader,
  purpose: TokenPurpose,
  token: string,
  now: Date,
): Promise<PersonTokenRow | undefined> {
  return loadToken(reader, purpose, hashOf(token), now);
}

/** Uses up every token of a person for a purpose. @returns false when another request was first */
export async function doUsePersonTokens(tx: PlainTx, row: PersonTokenRow): Promise<boolean> {
  return (await deleteTokens(tx, row)) > 0;
}
