import type { Channel, User, UserGroup } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';
import { type SearchKey, scoreOf, searchKey } from './match.ts';
import { mutedUsers } from './muting.ts';
import { topicRows } from './topics.ts';

/** The best suggestions, and how many there are in all. */
export interface Suggestions<Item> {
  items: readonly Item[];
  total: number;
}

/** Suggestions that are shown at most. */
const MOST = 12;

interface Ranking<Item> {
  keyOf: (item: Item) => SearchKey;
  /** Among equally good matches, lower ones first. */
  rankOf?: (item: Item) => number;
  most?: number;
}

interface Ranked<Item> {
  item: Item;
  score: number;
  rank: number;
  text: string;
}

/** Ranks by how the query matches, then by `rankOf`, then by name; in one pass, for each key stroke has thousands to look at. */
export function rank<Item>(query: string, candidates: Iterable<Item>, ranking: Ranking<Item>): Suggestions<Item> {
  const { keyOf, rankOf = () => 0, most = MOST } = ranking;
  const asked = searchKey(query).text;
  const best: Ranked<Item>[] = [];
  let total = 0;
  for (const item of candidates) {
    const key = keyOf(item);
    const score = scoreOf(key, asked);
    if (score === undefined) continue;
    total++;
    const ranked = { item, score, rank: rankOf(item), text: key.text };
    if (best.length === most && !isBefore(ranked, best.at(-1)!)) continue;
    const at = best.findIndex((other) => isBefore(ranked, other));
    best.splice(at < 0 ? best.length : at, 0, ranked);
    if (best.length > most) best.pop();
  }
  return { items: best.map(({ item }) => item), total };
}

function isBefore(a: Ranked<unknown>, b: Ranked<unknown>): boolean {
  return a.score !== b.score ? a.score < b.score : a.rank !== b.rank ? a.rank < b.rank : a.text < b.text;
}

/** Keys of people, channels and groups: each is made once, and anew after a change, since the state puts a new object. */
const keys = new WeakMap<object, SearchKey>();

function keyOf(item: object, text: string): SearchKey {
  let key = keys.get(item);
  if (!key) {
    key = searchKey(text);
    keys.set(item, key);
  }
  return key;
}

/** People and places near to the author: they come first. */
export interface Nearness {
  /** The channel that is written to: its subscribers first. */
  channelId?: number;
  /** People written with lately, the last first. */
  partners?: readonly number[];
  most?: number;
}

/** People with whom the person was in direct conversations, the last first. */
export function recentPartners(state: ChatState): number[] {
  const conversations = [...(state.directConversations?.values() ?? [])];
  conversations.sort((a, b) => (b.maxMessageId ?? 0) - (a.maxMessageId ?? 0));
  return [...new Set(conversations.flatMap(({ userIds }) => userIds))];
}

/** Completes the name of a person: recent partners first, then the channel's subscribers, bots last. */
export function completePeople(state: ChatState, query: string, context: Nearness = {}): Suggestions<User> {
  const partners = new Map((context.partners ?? recentPartners(state)).map((id, index) => [id, index]));
  const subscribers = context.channelId === undefined ? undefined : state.subscribers.get(context.channelId);
  const muted = mutedUsers(state);
  const candidates = [...state.users.values()].filter(({ is_active, user_id }) => is_active && !muted.has(user_id));
  return rank(query, candidates, {
    keyOf: (user) => keyOf(user, user.full_name),
    rankOf: ({ user_id, is_bot }) => {
      const partner = partners.get(user_id);
      const isNear = subscribers?.has(user_id) ?? false;
      return (is_bot ? 4e6 : 0) + (isNear ? 0 : 2e6) + (partner ?? 1e6);
    },
    ...(context.most && { most: context.most }),
  });
}

/** Completes the name of a group that can be mentioned: one with members of its own, that is still used. */
export function completeGroups(state: ChatState, query: string): Suggestions<UserGroup> {
  const candidates = [...state.groups.values()].filter((group) => !group.deactivated && !group.is_system_group);
  return rank(query, candidates, { keyOf: (group) => keyOf(group, group.name) });
}

/** Completes the name of a channel: subscribed ones first, pinned ones before them. */
export function completeChannels(state: ChatState, query: string): Suggestions<Channel> {
  const candidates = [...state.channels.values()].filter((channel) => !channel.is_archived);
  return rank(query, candidates, {
    keyOf: (channel) => keyOf(channel, channel.name),
    rankOf: ({ stream_id }) => {
      const settings = state.subscriptions.get(stream_id);
      if (!settings) return 3;
      return settings.is_muted ? 2 : Number(!settings.pin_to_top);
    },
  });
}

/** Completes the name of a topic, the newest first. @param listed see `topicRows` */
export function completeTopics(
  state: ChatState,
  channelId: number,
  query: string,
  listed: readonly { name: string; max_id: number }[] = [],
): Suggestions<string> {
  const rows = topicRows(state, channelId, listed);
  const { items, total } = rank(query, rows.entries(), {
    keyOf: ([, { topic }]) => searchKey(topic),
    rankOf: ([index]) => index,
  });
  return { items: items.map(([, { topic }]) => topic), total };
}

export interface EmojiName {
  name: string;
  /** Other names by which it is found. */
  aliases?: readonly string[];
}

/** Completes the name of an emoji: popular ones first. @param popular names, the most used first */
export function completeEmoji<Emoji extends EmojiName>(
  query: string,
  emoji: readonly Emoji[],
  popular: readonly string[] = [],
): Suggestions<Emoji> {
  const ranks = new Map(popular.map((name, index) => [name, index]));
  const asked = query.replaceAll('_', ' ');
  return rank(asked, emoji, {
    keyOf: (each) => keyOf(each, [each.name, ...(each.aliases ?? [])].join('\n').replaceAll('_', ' ')),
    rankOf: ({ name }) => ranks.get(name) ?? popular.length,
  });
}

/** Writes a mention: with the ID where two people have the name, or where the name alone would mean something else. */
export function mentionOf(state: ChatState, { user_id, full_name }: User, isSilent = false): string {
  const name = full_name.toLowerCase();
  const namesakes = [...state.users.values()].filter((user) => user.full_name.toLowerCase() === name);
  const isAmbiguous = namesakes.length > 1 || WILDCARD_NAMES.has(name) || /[|*]/.test(full_name);
  // A name that would end the mention is left out.
  const shown = full_name.includes('*') ? '' : full_name;
  return `@${isSilent ? '_' : ''}**${shown}${isAmbiguous ? `|${user_id}` : ''}**`;
}

/** Mentions of everybody (spec: chat 2, mentions). */
export const WILDCARD_NAMES: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);
