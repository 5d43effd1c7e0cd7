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

/** Returns the conversation with these people; undefined where an ID is none. */
export function directWith(others: readonly number[]): Narrow | undefined {
  if (!others.every((id) => Number.isSafeInteger(id) && id > 0)) return undefined;
  return { kind: 'direct', userIds: ascending(new Set([...others, ownUserId.value])) };
}

/** Decodes a part of an address; a wrong one stays as it is. */
export function decoded(part: string, otherwise = part): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return otherwise;
  }
}
