import { ascending } from '../store/chat/conversation.ts';
import type { Narrow } from '../store/chat/narrow.ts';
import { ownUserId } from './data/me.ts';

/** Every address of the chat stands below it. */
export const BASE = '/chat';

/** A narrow, and the message that it opens at. */
export interface NarrowAddress {
  narrow: Narrow;
  near?: number;
}

/** Words of an address by kind of narrow. */
const KINDS = { all: 'all', mentions: 'mentions', starred: 'starred', own: 'own', reactions: 'reactions' } as const;

/**
 * Returns a narrow's address below `/chat`: `/c/7-night-shift/t/bikes/near/4021`, `/dm/9,12`, `/starred`. Search has its
 * own screen.
 * @param channelName makes the address of a channel readable; only its ID counts
 */
export function addressOf(
  narrow: Exclude<Narrow, { kind: 'search' }>,
  { near, channelName = '' }: { near?: number | undefined; channelName?: string | undefined } = {},
): string {
  const end = near === undefined ? '' : `/near/${near}`;
  switch (narrow.kind) {
    case 'topic':
      return `${channelAddress(narrow.channelId, channelName)}/t/${encodeURIComponent(narrow.topic)}${end}`;
    case 'channel':
      return channelAddress(narrow.channelId, channelName) + end;
    case 'direct':
      return `/dm/${withoutOneself(narrow.userIds).join(',')}${end}`;
    default:
      return `/${KINDS[narrow.kind]}${end}`;
  }
}

/** Returns the address of a channel's topics as a list. */
export function topicsAddress(channelId: number, channelName: string): string {
  return `${channelAddress(channelId, channelName)}/topics`;
}

/** A page of a channel beside its messages. */
export interface ChannelPage {
  channelId: number;
  page: 'topics' | 'settings';
  part: string | undefined;
}

/** Reads the address of a channel's topics or settings; undefined when it is another one. */
export function channelPageAt(path: string): ChannelPage | undefined {
  const [, id, page, part] = /^\/c\/(\d+)[^/]*\/(topics|settings)(?:\/([a-z]+))?$/.exec(path) ?? [];
  return id === undefined ? undefined : { channelId: Number(id), page: page as ChannelPage['page'], part };
}

/** Returns the channel that an address below `/chat` belongs to: its own, that of a topic, or that of its topics or settings. */
export function channelAt(path: string): number | undefined {
  const id = /^\/c\/(\d+)/.exec(path)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns the address below `/chat` as the browser has it: a topic may have any sign, and is decoded once. */
export const pathBelow = (): string => globalThis.location.pathname.slice(BASE.length);

function channelAddress(id: number, name: string): string {
  const readable = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return `/c/${id}${readable && `-${encodeURIComponent(readable)}`}`;
}

const withoutOneself = (userIds: readonly number[]): readonly number[] =>
  userIds.length === 1 ? userIds : userIds.filter((id) => id !== ownUserId.value);

/** Reads an address below `/chat`, as it stands in `location.pathname`; undefined when it is none of a narrow. */
export function narrowAddressAt(path: string): NarrowAddress | undefined {
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => decoded(part));
  const near = parts.at(-2) === 'near' ? Number(parts.at(-1)) : undefined;
  const narrow = narrowOfParts(near === undefined ? parts : parts.slice(0, -2));
  if (!narrow) return undefined;
  return Number.isSafeInteger(near) ? { narrow, near: near! } : { narrow };
}

function narrowOfParts([kind, which, t, topic, ...more]: readonly string[]): Narrow | undefined {
  if (more.length > 0) return undefined;
  if (kind === 'c' && which !== undefined) {
    const channelId = Number.parseInt(which, 10);
    if (!Number.isSafeInteger(channelId)) return undefined;
    if (t === undefined) return { kind: 'channel', channelId };
    return t === 't' ? { kind: 'topic', channelId, topic: topic ?? '' } : undefined;
  }
  if (kind === 'dm' && which !== undefined && t === undefined) return directWith(which.split(',').map(Number));
  if (which === undefined && kind !== undefined && Object.hasOwn(KINDS, kind))
    return { kind: kind as keyof typeof KINDS };
  return undefined;
}

function directWith(others: readonly number[]): Narrow | undefined {
  if (!others.every((id) => Number.isSafeInteger(id) && id > 0)) return undefined;
  return { kind: 'direct', userIds: ascending(new Set([...others, ownUserId.value])) };
}

function decoded(part: string, otherwise = part): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return otherwise;
  }
}

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
