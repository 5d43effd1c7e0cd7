import { notLoggedIn } from '../http/errors.ts';
import { parseNarrow } from './parse.ts';

/** Operators that ask nothing about the reader. */
const FOR_ALL: ReadonlySet<string> = new Set([
  ...['channel', 'channels', 'topic', 'sender', 'has', 'search', 'near', 'id', 'with'],
]);

/**
 * Without an account one reads web-public channels alone, and says so: the narrow has `channels:web-public`.
 * @throws {ChatError} `UNAUTHORIZED` for any other narrow, `BAD_NARROW`
 */
export function checkSpectatorNarrow(narrow: readonly unknown[]): void {
  const terms = parseNarrow(narrow);
  const isWebPublic = terms.some(
    (term) => term.operator === 'channels' && term.operand === 'web-public' && !term.negated,
  );
  const asksForAll = terms.every(
    (term) => FOR_ALL.has(term.operator) || (term.operator === 'is' && term.operand === 'resolved'),
  );
  if (!isWebPublic || !asksForAll) throw notLoggedIn();
}
