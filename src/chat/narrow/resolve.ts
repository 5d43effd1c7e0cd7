import type { Reader } from '../../platform/db/reader.ts';
import { defineFact, type FactSource } from '../../platform/events/facts.ts';
import { findChannel, hasMetadataAccess } from '../channels/access.ts';
import { findDirectConversation } from '../direct-conversations/access.ts';
import { type ChatCaller, isSpectator, SPECTATOR_ID } from '../http/caller.ts';
import type { ReaderView } from '../reading/view.ts';
import { realmOf } from '../realms/access.ts';
import { canonicalTopic } from '../topics/topic-name.ts';
import { findKnownUser, findUserByEmail } from '../users/access.ts';
import { knownPeople } from '../users/known-people.ts';
import type { Filter } from './filter.ts';
import { badNarrow, type NarrowTerm } from './parse.ts';
import { findConversationOfMessage } from './queries.ts';

const conversations = defineFact('direct', ['chat.direct_conversations']);

export interface ResolvedNarrow {
  filters: Filter[];
  /** Whether it looks beyond the person's own history: a channel operator says so (spec: chat 4.8). */
  shared: boolean;
  /** Operand of `near`: an anchor, not a filter. */
  near: number | undefined;
}

export interface NarrowContext {
  reader: Reader;
  facts: FactSource;
  caller: Pick<ChatCaller, 'organizationId' | 'userId' | 'role' | 'scope'>;
  view: ReaderView;
  /** Hosts allowed after the @ of dummy addresses. */
  hosts: readonly string[];
}

/** @throws {ChatError} `BAD_NARROW` when it names what the caller does not know of */
export async function resolveNarrow(context: NarrowContext, terms: readonly NarrowTerm[]): Promise<ResolvedNarrow> {
  const resolved: ResolvedNarrow = {
    filters: [],
    shared: terms.some(({ operator, negated }) => (operator === 'channel' || operator === 'channels') && !negated),
    near: undefined,
  };
  for (const term of await followMoved(context, terms, resolved)) {
    if (term.operator === 'near') resolved.near = term.operand;
    else if (term.operator !== 'with') resolved.filters.push(await resolveTerm(context, term));
  }
  return resolved;
}

/**
 * `with`: the conversation in which the message is now stands in for the narrow's own channel, topic and
 * conversation. A message that the caller cannot see is passed over when the rest names a conversation.
 */
async function followMoved(
  { reader, view }: NarrowContext,
  terms: readonly NarrowTerm[],
  resolved: ResolvedNarrow,
): Promise<NarrowTerm[]> {
  let rest = [...terms];
  for (const term of terms) {
    if (term.operator !== 'with') continue;
    const conversation = Number.isSafeInteger(term.operand)
      ? await findConversationOfMessage(reader, view, term.operand)
      : undefined;
    if (!conversation) {
      const has = (operator: string) => terms.some((other) => other.operator === operator && !other.negated);
      if (!term.negated && !(has('channel') && has('topic')) && !has('dm')) throw badNarrow("Invalid 'with' operator");
      continue;
    }
    const { negated } = term;
    if (!negated) {
      rest = rest.filter(
        (other) =>
          other.negated || (other.operator !== 'channel' && other.operator !== 'topic' && other.operator !== 'dm'),
      );
    }
    if (conversation.channelId === null) {
      resolved.filters.push({ kind: 'direct', recipientId: conversation.recipientId, negated });
      continue;
    }
    const { channelId, recipientId, topic } = conversation;
    resolved.filters.push({ kind: 'topic', topic, channelId, negated });
    if (negated) continue;
    resolved.shared = true;
    resolved.filters.push({ kind: 'channel', channelId, recipientId, negated });
  }
  return rest;
}

async function resolveTerm(
  context: NarrowContext,
  term: Exclude<NarrowTerm, { operator: 'near' | 'with' }>,
): Promise<Filter> {
  const { facts, caller, view } = context;
  const { negated } = term;
  switch (term.operator) {
    case 'channel':
      return { kind: 'channel', ...(await resolveChannel(context, term.operand)), negated };
    case 'channels':
      return { kind: 'channels', channelIds: channelsOf(view, term.operand), negated };
    case 'topic':
      return { kind: 'topic', topic: await resolveTopic(facts, term.operand), negated };
    case 'dm': {
      const people = new Set([caller.userId as number, ...(await resolvePeople(context, term.operand))]);
      const userIds = [...people].sort((a, b) => a - b);
      return {
        kind: 'direct',
        // It keeps its ID; that there is none yet is not kept.
        recipientId: await facts.read(conversations, userIds.join(), (reader) =>
          findDirectConversation(reader, userIds),
        ),
        negated,
      };
    }
    case 'dm-including':
    case 'group-dm-including':
      return {
        kind: 'direct including',
        userIds: await resolvePeople(context, term.operand),
        groupsOnly: term.operator === 'group-dm-including',
        negated,
      };
    case 'sender':
      return { kind: 'sender', userId: await resolveSender(context, term.operand), negated };
    case 'id':
      return { kind: 'id', id: term.operand, negated };
    case 'is':
      return { kind: 'is', what: term.operand, negated };
    case 'has':
      return { kind: 'has', what: term.operand, negated };
    case 'search':
      return { kind: 'search', text: term.operand, negated };
  }
}

async function resolveChannel(
  { facts, caller }: NarrowContext,
  operand: number | string,
): Promise<{ channelId: number; recipientId: number }> {
  let channel = await findChannel(facts, operand);
  // client: some write the ID as text.
  if (!channel && typeof operand === 'string' && /^\d{1,15}$/.test(operand))
    channel = await findChannel(facts, Number(operand));
  if (!channel || !(await hasMetadataAccess(facts, caller, channel))) throw badNarrow(`unknown channel ${operand}`);
  return { channelId: channel.id, recipientId: channel.recipientId };
}

function channelsOf(view: ReaderView, which: 'public' | 'web-public' | 'archived'): number[] {
  return [...view.channels.values()]
    .filter((channel) => {
      if (which === 'archived') return channel.isArchived;
      if (which === 'web-public') return channel.isWebPublic;
      // A guest's public channels are those that are open to them.
      return !channel.inviteOnly && view.open.has(channel.id);
    })
    .map(({ id }) => id);
}

/** spec: chat 1, 9 */
async function resolveTopic(facts: FactSource, topic: string): Promise<string> {
  return canonicalTopic(topic, await realmOf(facts));
}

async function resolvePeople(context: NarrowContext, operand: readonly (number | string)[]): Promise<number[]> {
  const ids = new Set<number>();
  for (const person of operand) ids.add(await resolvePerson(context, person));
  return [...ids];
}

/**
 * Resolves a sender. The reader sees the ID of an unknown person's messages and may ask for more of them; an ID that
 * does not exist looks the same.
 */
async function resolveSender(context: NarrowContext, operand: number | string): Promise<number> {
  const { facts, caller } = context;
  const id = typeof operand === 'number' || /^\d{1,15}$/.test(operand) ? Number(operand) : undefined;
  return id !== undefined && (await knownPeople(facts, caller)) ? id : resolvePerson(context, operand);
}

async function resolvePerson({ facts, caller, hosts }: NarrowContext, operand: number | string): Promise<number> {
  if (operand === 'me') return caller.userId;
  // Readers without an account learn neither addresses nor members: an unknown person has written nothing.
  if (isSpectator(caller)) return typeof operand === 'number' ? operand : SPECTATOR_ID;
  const user =
    typeof operand === 'number'
      ? await findKnownUser(facts, caller, operand)
      : ((await findUserByEmail(facts, operand.trim(), caller, hosts)) ??
        (/^\d{1,15}$/.test(operand) ? await findKnownUser(facts, caller, Number(operand)) : undefined));
  if (!user) throw badNarrow(`unknown user ${operand}`);
  return user.id;
}
