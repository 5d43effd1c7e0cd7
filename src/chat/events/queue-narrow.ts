import { type Static, Type } from 'typebox';
import { ChatError } from '../http/errors.ts';
import { Id } from '../http/params.ts';
import type { FlagName } from '../messages/flags.ts';
import type { Message } from '../messages/message.ts';

/** One condition on a queue's message events, with today's operator name. */
export interface NarrowTerm {
  operator: 'channel' | 'topic' | 'sender' | 'dm' | 'is';
  operand: string | number | number[];
  negated: boolean;
}

const Operand = Type.Union([Type.String({ maxLength: 10_000 }), Id, Type.Array(Id, { maxItems: 1000 })]);

/** spec: chat 1, Narrow: objects or pairs. */
export const QueueNarrow = Type.Array(
  Type.Union([
    Type.Tuple([Type.String(), Operand]),
    Type.Object({ operator: Type.String(), operand: Operand, negated: Type.Optional(Type.Boolean()) }),
  ]),
  { maxItems: 100 },
);

const operators = new Map<string, NarrowTerm['operator']>(
  Object.entries({
    channel: 'channel',
    stream: 'channel',
    topic: 'topic',
    subject: 'topic',
    sender: 'sender',
    from: 'sender',
    dm: 'dm',
    'pm-with': 'dm',
    pm_with: 'dm',
    is: 'is',
  }),
);

/** What can be said of a message at the moment it is sent. */
const isOperands = new Set(['dm', 'private', 'mentioned', 'starred', 'unread', 'alerted', 'resolved']);

/**
 * Reads a queue's narrow.
 * @throws {ChatError} `BAD_NARROW` for a condition that does not apply to events
 */
export function readQueueNarrow(given: Static<typeof QueueNarrow>): NarrowTerm[] {
  return given.map((term) => {
    const [name, operand, negated] = Array.isArray(term)
      ? [term[0], term[1], false]
      : [term.operator, term.operand, term.negated ?? false];
    const operator = operators.get(name.replace(/^-/, ''));
    if (!operator) throw badNarrow(`unknown operator ${name}`);
    if (operator === 'is' && !isOperands.has(String(operand))) throw badNarrow(`unknown 'is' operand ${operand}`);
    if (operator === 'topic' && typeof operand !== 'string') throw badNarrow('a topic is a string');
    if ((operator === 'channel' || operator === 'sender') && Array.isArray(operand))
      throw badNarrow(`${operator} takes one name or ID`);
    return { operator, operand, negated: negated !== name.startsWith('-') };
  });
}

function badNarrow(desc: string): ChatError {
  return new ChatError('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc });
}

/** Whether a message, with the flags its reader gets it with, meets every condition. */
export function matchesQueueNarrow(
  terms: readonly NarrowTerm[],
  message: Message,
  flags: readonly FlagName[],
  readerId: number,
): boolean {
  return terms.every((term) => meets(term, message, flags, readerId) !== term.negated);
}

function meets(
  { operator, operand }: NarrowTerm,
  message: Message,
  flags: readonly FlagName[],
  readerId: number,
): boolean {
  switch (operator) {
    case 'channel':
      if (message.channelId === null) return false;
      return typeof operand === 'number'
        ? message.channelId === operand
        : sameName(message.channelName ?? '', String(operand)) || String(message.channelId) === operand;
    case 'topic':
      return message.channelId !== null && sameName(message.topic, String(operand));
    case 'sender':
      return typeof operand === 'number'
        ? message.sender.id === operand
        : sameName(message.sender.email, String(operand)) || String(message.sender.id) === operand;
    case 'dm':
      return message.channelId === null && sameConversation(message, operand, readerId);
    case 'is':
      return isAtSend(String(operand), message, flags);
  }
}

function isAtSend(operand: string, message: Message, flags: readonly FlagName[]): boolean {
  switch (operand) {
    case 'dm':
    case 'private':
      return message.channelId === null;
    case 'mentioned':
      return flags.includes('mentioned') || flags.includes('wildcard_mentioned');
    case 'starred':
      return flags.includes('starred');
    case 'unread':
      return !flags.includes('read');
    case 'alerted':
      return flags.includes('has_alert_word');
    default:
      return message.channelId !== null && message.topic.startsWith('✔ ');
  }
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.trim().toLowerCase();
}

/** client: zulip-terminal names the others by addresses with comma and blank between. */
function sameConversation(message: Message, operand: NarrowTerm['operand'], readerId: number): boolean {
  const wanted = Array.isArray(operand) ? operand.map(String) : String(operand).split(',');
  const ids = new Set<number>();
  for (const name of wanted) {
    const person = message.people.find((one) => sameName(one.email, name) || String(one.id) === name.trim());
    if (!person) return false;
    ids.add(person.id);
  }
  ids.add(readerId);
  return ids.size === message.people.length;
}
