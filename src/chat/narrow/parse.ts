import { ChatError } from '../http/errors.ts';

/** One filter of a narrow as it is meant: the canonical operator, its operand in a checked form. */
export type NarrowTerm = { negated: boolean } & (
  | { operator: 'channel'; operand: number | string }
  | { operator: 'channels'; operand: 'public' | 'web-public' | 'archived' }
  | { operator: 'topic'; operand: string }
  | { operator: 'dm' | 'dm-including' | 'group-dm-including'; operand: (number | string)[] }
  | { operator: 'sender'; operand: number | string }
  | { operator: 'id'; operand: number }
  | { operator: 'with'; operand: number }
  | { operator: 'near'; operand: number }
  | { operator: 'is'; operand: IsOperand }
  | { operator: 'has'; operand: HasOperand }
  | { operator: 'search'; operand: string }
);

const IS_OPERANDS = [
  'dm',
  'starred',
  'mentioned',
  'alerted',
  'unread',
  'read',
  'resolved',
  'followed',
  'muted',
] as const;
const HAS_OPERANDS = ['link', 'image', 'attachment', 'reaction'] as const;
export type IsOperand = (typeof IS_OPERANDS)[number];
export type HasOperand = (typeof HAS_OPERANDS)[number];

/** Old and new names of each operator (clients D.1). */
const OPERATORS: Record<string, NarrowTerm['operator'] | 'in'> = {
  channel: 'channel',
  stream: 'channel',
  channels: 'channels',
  streams: 'channels',
  topic: 'topic',
  subject: 'topic',
  dm: 'dm',
  'pm-with': 'dm',
  'dm-including': 'dm-including',
  'dm-with': 'dm-including',
  'group-pm-with': 'group-dm-including',
  sender: 'sender',
  from: 'sender',
  id: 'id',
  with: 'with',
  near: 'near',
  is: 'is',
  in: 'in',
  has: 'has',
  search: 'search',
};

const MAX_TERMS = 50;

/** spec: issue and public documents: code `BAD_NARROW` with a description. */
export function badNarrow(desc: string): ChatError {
  return new ChatError('BAD_NARROW', `Invalid narrow operator: ${desc}`, { desc });
}

/**
 * Reads a narrow: objects `{operator, operand, negated}` and pairs `[operator, operand]`, as they come (spec: chat 1).
 * @throws {ChatError} `BAD_NARROW`
 */
export function parseNarrow(narrow: readonly unknown[]): NarrowTerm[] {
  if (narrow.length > MAX_TERMS) throw badNarrow(`too many operators (maximum ${MAX_TERMS})`);
  return narrow.map(parseTerm).filter((term) => term !== undefined);
}

function parseTerm(given: unknown): NarrowTerm | undefined {
  const { operator: written, operand, negated } = readPair(given);
  // client: go-zulip writes dm_including, older ones pm_with.
  const name = written.toLowerCase().replaceAll('_', '-');
  const minus = name.startsWith('-');
  const operator = Object.hasOwn(OPERATORS, minus ? name.slice(1) : name)
    ? OPERATORS[minus ? name.slice(1) : name]!
    : undefined;
  if (!operator) throw badNarrow(`unknown operator ${written}`);
  const sign = { negated: negated !== minus };
  switch (operator) {
    case 'channel':
      return { operator, operand: idOrName(operator, operand), ...sign };
    case 'sender':
      return { operator, operand: idOrName(operator, operand), ...sign };
    case 'channels':
      if (operand !== 'public' && operand !== 'web-public' && operand !== 'archived')
        throw badNarrow(`unknown channels operand ${shown(operand)}`);
      return { operator, operand, ...sign };
    case 'topic':
    case 'search':
      if (typeof operand !== 'string') throw badNarrow(`the operand of ${operator} is not a string`);
      return { operator, operand, ...sign };
    case 'dm':
    case 'dm-including':
    case 'group-dm-including':
      return { operator, operand: people(written, operand), ...sign };
    case 'id':
    case 'with':
    case 'near':
      return { operator, operand: messageId(operator, operand), ...sign };
    case 'is':
      return { operator, operand: oneOf('is', IS_OPERANDS, operand === 'private' ? 'dm' : operand), ...sign };
    case 'in': {
      // Everything, and what is not muted.
      if (oneOf(operator, ['home', 'all'], operand) === 'home')
        return { operator: 'is', operand: 'muted', negated: !sign.negated };
      if (sign.negated) throw badNarrow("'in' operand all cannot be negated");
      return undefined;
    }
    case 'has':
      return {
        operator,
        operand: oneOf('has', HAS_OPERANDS, typeof operand === 'string' ? operand.replace(/s$/, '') : operand),
        ...sign,
      };
  }
}

function readPair(given: unknown): { operator: string; operand: unknown; negated: boolean } {
  if (Array.isArray(given)) {
    if (given.length !== 2 || typeof given[0] !== 'string')
      throw badNarrow('an item is not a pair of operator and operand');
    return { operator: given[0], operand: given[1], negated: false };
  }
  if (typeof given !== 'object' || given === null) throw badNarrow('an item is neither an object nor a pair');
  const { operator, operand, negated = false } = given as { operator?: unknown; operand?: unknown; negated?: unknown };
  if (typeof operator !== 'string') throw badNarrow('the operator is not a string');
  if (operand === undefined || operand === null) throw badNarrow(`the operand of ${operator} is missing`);
  if (typeof negated !== 'boolean') throw badNarrow(`negated of ${operator} is not a boolean`);
  return { operator, operand, negated };
}

function idOrName(operator: string, operand: unknown): number | string {
  if (typeof operand === 'string' || Number.isSafeInteger(operand)) return operand as number | string;
  throw badNarrow(`the operand of ${operator} is neither a string nor an integer`);
}

/** A person, or several: IDs, addresses, addresses with commas between them. */
function people(operator: string, operand: unknown): (number | string)[] {
  const list = Array.isArray(operand) ? operand : typeof operand === 'string' ? splitAddresses(operand) : [operand];
  for (const item of list) {
    if (typeof item !== 'string' && !Number.isSafeInteger(item))
      throw badNarrow(`the operand of ${operator} is not an integer, a string or a list of them`);
  }
  if (list.length === 0) throw badNarrow(`the operand of ${operator} names nobody`);
  if (list.length > 1000) throw badNarrow(`the operand of ${operator} names too many people`);
  return list;
}

function splitAddresses(operand: string): (number | string)[] {
  return operand
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => (/^\d{1,15}$/.test(part) ? Number(part) : part));
}

function messageId(operator: string, operand: unknown): number {
  const id = typeof operand === 'string' && /^\s*\d{1,19}\s*$/.test(operand) ? Number(operand) : operand;
  if (typeof id !== 'number' || !Number.isInteger(id))
    throw badNarrow(`the operand of ${operator} is not a message ID`);
  return id;
}

function oneOf<const T extends string>(operator: string, known: readonly T[], operand: unknown): T {
  const found = known.find((candidate) => candidate === operand);
  if (!found) throw badNarrow(`unknown '${operator}' operand ${shown(operand)}`);
  return found;
}

function shown(operand: unknown): string {
  return (typeof operand === 'string' ? operand : JSON.stringify(operand)).slice(0, 100);
}
