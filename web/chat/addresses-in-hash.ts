import type { Narrow } from '../store/chat/narrow.ts';
import { decoded, directWith, type NarrowAddress } from './addresses.ts';

/** Reads the part after `#` of an address as Zulip's clients write it (clients.md B.8): `#narrow/channel/7-name/topic/bikes/near/12`. */
export function narrowAddressInHash(hash: string): NarrowAddress | undefined {
  const [start, ...parts] = partsOfHash(hash);
  return start === 'narrow' ? narrowAddressOfTerms(termsOf(parts)) : undefined;
}

/** Reads terms by their operators; undefined where they mean a search. */
export function narrowAddressOfTerms(terms: ReadonlyMap<string, string>): NarrowAddress | undefined {
  const { near, with: linked, ...asked } = Object.fromEntries(terms);
  const isOnlyNear = terms.size > 0 && Object.keys(asked).length === 0;
  const narrow: Narrow | undefined = isOnlyNear ? { kind: 'all' } : narrowOfTerms(asked);
  if (!narrow) return undefined;
  const id = Number.parseInt(near ?? linked ?? '', 10);
  return Number.isSafeInteger(id) ? { narrow, near: id } : { narrow };
}

const IS: ReadonlyMap<string | undefined, Narrow> = new Map([
  ['mentioned', { kind: 'mentions' }],
  ['starred', { kind: 'starred' }],
  ['home', { kind: 'all' }],
]);

/** Operators by the names that were theirs before. */
const OLDER: ReadonlyMap<string, string> = new Map([
  ['stream', 'channel'],
  ['subject', 'topic'],
  ['pm-with', 'dm'],
  ['pm_with', 'dm'],
  ['from', 'sender'],
]);

/** Returns operands by operator of `channel/7-name/topic/bikes`; the minus of what is denied stays with the operator. */
export function termsOf(parts: readonly string[]): Map<string, string> {
  const terms = new Map<string, string>();
  for (let index = 0; index < parts.length; index += 2) {
    const operator = parts[index]!;
    if (operator !== '') terms.set(OLDER.get(operator) ?? operator, parts[index + 1] ?? '');
  }
  return terms;
}

function narrowOfTerms({ channel, topic, dm, is, ...others }: Record<string, string>): Narrow | undefined {
  if (Object.keys(others).length > 0) return undefined;
  if (channel !== undefined) {
    const channelId = Number.parseInt(channel, 10);
    if (!Number.isSafeInteger(channelId) || dm !== undefined || is !== undefined) return undefined;
    return topic === undefined ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic };
  }
  if (topic !== undefined) return undefined;
  if (dm !== undefined) return is === undefined ? directWith(dm.replace(/-.*$/, '').split(',').map(Number)) : undefined;
  return IS.get(is);
}

/** Returns the decoded parts of what stands after `#`: a dot with two digits stands for a percent sign with them. */
export function partsOfHash(hash: string): string[] {
  return hash
    .replace(/^#/, '')
    .split('/')
    .map((part) => decoded(part.replaceAll(/\.([\da-f]{2})/gi, '%$1'), decoded(part)));
}
