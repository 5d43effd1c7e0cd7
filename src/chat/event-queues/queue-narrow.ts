import type { FactSource } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import { type ChatCaller, isSpectator } from '../http/caller.ts';
import { badNarrow, type IsOperand, type NarrowTerm, parseNarrow } from '../narrow/parse.ts';
import type { FlagName } from '../reading/flags.ts';
import type { Message } from '../reading/message.ts';
import { realmOf } from '../realms/access.ts';
import { canonicalTopic, isResolvedTopic } from '../topics/topic-name.ts';
import { dummyHostsOf, findUserByEmail, findUserById } from '../users/access.ts';
import type { QueueTerm } from './queue.ts';

/** People that one condition names: each is looked up. */
const MAX_PEOPLE = 100;

interface NarrowContext {
  facts: FactSource;
  services: Services;
  caller: ChatCaller;
}

/**
 * Reads a queue's narrow.
 * @throws {ChatError} `BAD_NARROW` also for a condition that does not apply to events
 */
export async function readQueueNarrow(context: NarrowContext, given: readonly unknown[]): Promise<QueueTerm[]> {
  const parsed = parseNarrow(given);
  // Readers without an account get no queue, so no person is looked up.
  if (isSpectator(context.caller)) return [];
  const terms: QueueTerm[] = [];
  for (const term of parsed) terms.push(await readTerm(context, term));
  return terms;
}

async function readTerm(context: NarrowContext, term: NarrowTerm): Promise<QueueTerm> {
  const { negated } = term;
  switch (term.operator) {
    case 'channel':
    case 'id':
      return term;
    case 'topic': {
      // spec: chat 1, 9
      const realm = await realmOf(context.facts);
      return { operator: 'topic', operand: canonicalTopic(term.operand, realm), negated };
    }
    case 'sender':
      return { operator: 'sender', operand: await findPerson(context, term.operand), negated };
    case 'dm':
    case 'dm-including': {
      if (term.operand.length > MAX_PEOPLE) throw badNarrow(`${term.operator} names too many people`);
      const people: (number | null)[] = [];
      for (const person of term.operand) people.push(await findPerson(context, person));
      return { operator: term.operator, operand: people, negated };
    }
    case 'is':
      if (term.operand === 'followed' || term.operand === 'muted')
        throw badNarrow(`'is' operand ${term.operand} does not apply to events`);
      return term;
    default:
      throw badNarrow(`${term.operator} does not apply to events`);
  }
}

async function findPerson({ facts, services, caller }: NarrowContext, person: number | string): Promise<number | null> {
  const user =
    typeof person === 'number'
      ? await findUserById(facts, person)
      : await findUserByEmail(facts, person, caller, await dummyHostsOf(services, facts));
  return user?.id ?? null;
}

/** Whether a message, with the flags its reader gets it with, meets every condition. */
export function matchesQueueNarrow(
  terms: readonly QueueTerm[],
  message: Message,
  flags: readonly FlagName[],
  readerId: number,
): boolean {
  return terms.every((term) => meets(term, message, flags, readerId) !== term.negated);
}

function meets(term: QueueTerm, message: Message, flags: readonly FlagName[], readerId: number): boolean {
  const isDirect = message.channelId === null;
  switch (term.operator) {
    case 'channel':
      if (isDirect) return false;
      // client: some write the ID as text.
      return (
        String(message.channelId) === String(term.operand) || sameText(message.channelName ?? '', String(term.operand))
      );
    case 'topic':
      return !isDirect && sameText(message.topic, term.operand);
    case 'sender':
      return message.sender.id === term.operand;
    case 'dm': {
      const people = new Set([...term.operand, readerId]);
      return isDirect && people.size === message.people.length && message.people.every(({ id }) => people.has(id));
    }
    case 'dm-including':
      return isDirect && term.operand.every((id) => message.people.some((person) => person.id === id));
    case 'id':
      return message.id === term.operand;
    case 'is':
      return isAtSend(term.operand, message, flags);
  }
}

function isAtSend(operand: IsOperand, message: Message, flags: readonly FlagName[]): boolean {
  switch (operand) {
    case 'dm':
      return message.channelId === null;
    case 'mentioned':
      return flags.includes('mentioned') || flags.includes('wildcard_mentioned');
    case 'alerted':
      return flags.includes('has_alert_word');
    case 'unread':
      return !flags.includes('read');
    case 'read':
      return flags.includes('read');
    case 'resolved':
      return message.channelId !== null && isResolvedTopic(message.topic);
    default:
      // Nobody has starred a message that is being sent.
      return false;
  }
}

function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
