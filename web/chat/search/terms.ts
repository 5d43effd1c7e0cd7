import { ascending } from '../../store/chat/conversation.ts';
import type { NarrowTerm } from '../../store/chat/narrow.ts';
import type { ChatState } from '../../store/chat/state.ts';

/** A part of a search as it is written: an operator with its value, or a word. */
export interface SearchPart {
  isNegated: boolean;
  /** Empty for a word. */
  operator: string;
  value: string;
}

/** Words for each operator, the first as it is suggested. */
const OPERATORS: Readonly<Record<string, readonly string[]>> = {
  sender: ['from', 'sender'],
  channel: ['in', 'channel', 'stream'],
  topic: ['topic'],
  dm: ['dm', 'pm-with'],
  'dm-including': ['dm-including'],
  has: ['has'],
  is: ['is'],
  near: ['near'],
  before: ['before'],
  after: ['after'],
};

export const HAS = ['link', 'image', 'attachment', 'reaction'] as const;
export const IS = ['unread', 'starred', 'mentioned', 'followed', 'resolved', 'dm', 'alerted', 'muted'] as const;

/** Operators as they are suggested. */
export const SUGGESTED = ['from', 'in', 'topic', 'dm', 'has', 'is', 'near', 'before', 'after'] as const;

/** Reads a search: words, and `operator:value`; a value with spaces is in quotation marks, `-` before either denies it. */
export function partsOf(text: string): SearchPart[] {
  return [...text.matchAll(/(-?)(?:([\p{L}-]+):)?((?:"[^"]*"?|[^\s"])+)/gu)].map(([, minus, name = '', value = '']) => {
    const operator = Object.keys(OPERATORS).find((each) => OPERATORS[each]!.includes(name.toLowerCase())) ?? '';
    const plain = value.replaceAll('"', '');
    // A colon in a word is a part of it.
    const isWord = operator === '';
    return { isNegated: minus === '-', operator, value: isWord && name !== '' ? `${name}:${plain}` : plain };
  });
}

/** Whether a search knows an operator. */
export const isOperator = (name: string): boolean => Object.hasOwn(OPERATORS, name);

/** Writes a part as `partsOf` reads it. */
export function written({ isNegated, operator, value }: SearchPart): string {
  const quoted = /\s/.test(value) ? `"${value}"` : value;
  const name = operator === '' ? '' : `${OPERATORS[operator]![0]}:`;
  return `${isNegated ? '-' : ''}${name}${quoted}`;
}

/** A search as the server takes it, and what of it the page does itself. */
export interface Search {
  terms: NarrowTerm[];
  near?: number;
  /** Days at which the results are opened: the newest before, the oldest after. */
  before?: Date;
  after?: Date;
  /** The first part that means nothing here. */
  problem?: { kind: 'person' | 'channel' | 'date' | 'number' | 'operand'; value: string };
}

/** Turns what was written into terms. Names of people and channels become IDs. */
export function searchOf(state: ChatState, text: string): Search {
  const search: Search = { terms: [] };
  const words: string[] = [];
  for (const part of partsOf(text)) {
    if (part.operator === '' && !part.isNegated) words.push(part.value.includes(' ') ? `"${part.value}"` : part.value);
    else addPart(state, search, part);
  }
  if (words.length > 0) search.terms.push({ operator: 'search', operand: words.join(' ') });
  return search;
}

function addPart(state: ChatState, search: Search, { isNegated, operator, value }: SearchPart): void {
  const add = (operand: NarrowTerm['operand'] | undefined, kind: NonNullable<Search['problem']>['kind']) => {
    if (operand === undefined) search.problem ??= { kind, value };
    else search.terms.push({ operator, operand, ...(isNegated && { negated: true }) });
  };
  switch (operator) {
    case '':
      search.terms.push({ operator: 'search', operand: value, negated: true });
      return;
    case 'sender':
      add(personId(state, value), 'person');
      return;
    case 'channel':
      add(channelId(state, value), 'channel');
      return;
    case 'dm': {
      const ids = value.split(',').map((each) => personId(state, each.trim()));
      add(ids.some((id) => id === undefined) ? undefined : ascending(ids as number[]), 'person');
      return;
    }
    case 'dm-including':
      add(personId(state, value), 'person');
      return;
    case 'topic':
      add(value, 'operand');
      return;
    case 'has':
      add(
        HAS.find((each) => value.replace(/s$/, '') === each),
        'operand',
      );
      return;
    case 'is':
      add(
        IS.find((each) => each === value),
        'operand',
      );
      return;
    case 'near': {
      const id = Number(value);
      if (Number.isSafeInteger(id) && id > 0) search.near = id;
      else search.problem ??= { kind: 'number', value };
      return;
    }
    default: {
      const day = /^\d{4}-\d{2}-\d{2}$/.test(value) ? new Date(`${value}T00:00`) : undefined;
      if (!day || Number.isNaN(day.getTime())) search.problem ??= { kind: 'date', value };
      else search[operator as 'before' | 'after'] = day;
    }
  }
}

function personId(state: ChatState, value: string): number | undefined {
  const wanted = value.toLowerCase();
  if (wanted === 'me') return state.ownUserId;
  if (/^\d+$/.test(value) && state.users.has(Number(value))) return Number(value);
  for (const { user_id, full_name, email, delivery_email } of state.users.values())
    if ([full_name, email, delivery_email ?? ''].some((each) => each.toLowerCase() === wanted)) return user_id;
  return undefined;
}

function channelId(state: ChatState, value: string): number | undefined {
  const wanted = value.toLowerCase().replace(/^#/, '');
  for (const { stream_id, name } of state.channels.values()) if (name.toLowerCase() === wanted) return stream_id;
  return /^\d+$/.test(wanted) && state.channels.has(Number(wanted)) ? Number(wanted) : undefined;
}
