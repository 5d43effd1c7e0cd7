import { ascending } from './conversation.ts';
import type { ChatState } from './state.ts';

/*
 * The law of events: the state of a client that registered early and applied every event equals the state of one that
 * registers now. Tests hold it; a page in development may look at the differences too.
 */

/** Fields that no event carries, with reasons. */
const UNTOLD_FIELDS: Readonly<Record<string, string>> = {
  max_message_id: 'counts every message of the organization, also those that the person may not see',
  presences: 'comes by polling, not by events',
  presence_last_update_id: 'comes by polling, not by events',
  realm_filters: 'is an older form of `realm_linkifiers`, without events of its own',
  ...Object.fromEntries(
    ['can_create_public_streams', 'can_create_private_streams', 'can_create_web_public_streams']
      .concat('can_subscribe_other_users', 'can_invite_others_to_realm')
      .map((name) => [name, 'is an older form of a permission, whose group and members events tell']),
  ),
  server_timestamp: 'is the time of the answer',
  server_generation: 'is of the process that answered',
};
/** Channel fields that change with time. */
const UNTOLD_OF_CHANNELS = ['is_recently_active', 'stream_weekly_traffic'];

/** The state as plain objects in a fixed order, without what no event tells. */
export function comparable(state: ChatState): Record<string, unknown> {
  const emitted = Object.entries(state.fields).filter(([name]) => !Object.hasOwn(UNTOLD_FIELDS, name));
  return {
    ...Object.fromEntries(emitted),
    ...(state.fields.muted_topics === undefined ? {} : { muted_topics: mutedTopics(state) }),
    ...(state.fields.realm_bots === undefined ? {} : { realm_bots: bots(state) }),
    users: byKey(state.users),
    statuses: byKey(state.statuses),
    groups: byKey(state.groups, (group) => ({
      ...group,
      members: ascending(group.members),
      direct_subgroup_ids: ascending(group.direct_subgroup_ids),
    })),
    channels: byKey(state.channels, (channel) =>
      Object.fromEntries(Object.entries(channel).filter(([name]) => !UNTOLD_OF_CHANNELS.includes(name))),
    ),
    subscriptions: byKey(state.subscriptions),
    subscribers: byKey(state.subscribers, ascending),
    defaultChannels: ascending(state.defaultChannels),
    // Those of channels that the person no longer knows of wait for their return.
    topicPolicies: byKey(new Map([...state.topicPolicies].filter(([, each]) => state.channels.has(each.stream_id)))),
    // A topic is written as its newest message writes it.
    unread: byKey(state.unread, (each) => ('topic' in each ? { ...each, topic: each.topic.toLowerCase() } : each)),
    starred: ascending(state.starred),
    directConversations: byKey(state.directConversations ?? new Map()),
    drafts: byKey(state.drafts),
    savedSnippets: byKey(state.savedSnippets),
    scheduledMessages: byKey(state.scheduledMessages),
    reminders: byKey(state.reminders),
    navigationViews: byKey(state.navigationViews),
  };
}

/** By ID, without the tokens of their services, which no event holds. */
function bots({ fields }: ChatState): Record<string, unknown> {
  const all = fields.realm_bots as { user_id: number; services: { token?: string }[] }[];
  const services = (bot: (typeof all)[number]) => bot.services.map(({ token: _, ...service }) => service);
  return byKey(new Map(all.map((bot) => [bot.user_id, { ...bot, services: services(bot) }])));
}

/** The older form of topics' policies, without those of channels that the person no longer knows of. */
function mutedTopics({ fields, channels }: ChatState): unknown[] {
  const known = new Set([...channels.values()].map(({ name }) => name));
  return (fields.muted_topics as [string, ...unknown[]][]).filter(([name]) => known.has(name));
}

/** A channel that was empty and that the person only knows of: of its first message those hear to whom it came. */
function forgiveFirstMessages(applied: Channels, fresh: Channels, subscribed: ReadonlyMap<number, unknown>): void {
  for (const [id, channel] of Object.entries(applied)) {
    const isUnemitted = channel.first_message_id === null && !subscribed.has(Number(id));
    if (isUnemitted && fresh[id]) channel.first_message_id = fresh[id].first_message_id;
  }
}

type Channels = Record<string, { first_message_id: number | null }>;

/**
 * Returns the differences of two states, as paths with both values; none if the law holds.
 * @param applied the state that applied events
 * @param fresh the state of a new registration
 */
export function differences(applied: ChatState, fresh: ChatState): string[] {
  const [one, other] = [comparable(applied), comparable(fresh)];
  forgiveUnknownNewest(one.directConversations as Conversations, other.directConversations as Conversations);
  forgiveFirstMessages(one.channels as Channels, other.channels as Channels, applied.subscriptions);
  const found: string[] = [];
  compare('', one, other, found);
  return found;
}

type Conversations = Record<string, { maxMessageId: number | null }>;

/** After its newest message was deleted a conversation has an older newest one, or is none: only a fetch tells. */
function forgiveUnknownNewest(applied: Conversations, fresh: Conversations): void {
  for (const [key, { maxMessageId }] of Object.entries(applied)) {
    if (maxMessageId !== null) continue;
    delete applied[key];
    delete fresh[key];
  }
}

function byKey<Key extends string | number, Value>(
  map: ReadonlyMap<Key, Value>,
  shown: (value: Value) => unknown = (value) => value,
): Record<string, unknown> {
  return Object.fromEntries([...map].map(([key, value]) => [key, shown(value)]));
}

function compare(path: string, applied: unknown, fresh: unknown, found: string[]): void {
  if (isObject(applied) && isObject(fresh)) {
    for (const name of new Set([...Object.keys(applied), ...Object.keys(fresh)]))
      compare(path === '' ? name : `${path}.${name}`, applied[name], fresh[name], found);
    return;
  }
  const [one, other] = [JSON.stringify(applied), JSON.stringify(fresh)];
  if (one !== other && !sameObjects(applied, fresh)) found.push(`${path}: ${one} by events, ${other} fresh`);
}

/** Lists of objects whose fields stand in another order. */
function sameObjects(applied: unknown, fresh: unknown): boolean {
  if (!Array.isArray(applied) || !Array.isArray(fresh) || applied.length !== fresh.length) return false;
  return applied.every((each, index) => {
    const found: string[] = [];
    if (!isObject(each) || !isObject(fresh[index])) return JSON.stringify(each) === JSON.stringify(fresh[index]);
    compare('', each, fresh[index], found);
    return found.length === 0;
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
