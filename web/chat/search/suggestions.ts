import { completeChannels, completePeople, completeTopics } from '../../store/chat/select/completion.ts';
import type { ChatState } from '../../store/chat/state.ts';
import { HAS, IS, partsOf, type SearchPart, SUGGESTED, searchOf, written } from './terms.ts';

/** Suggestions that are shown at most. */
const MOST = 8;

/** Returns what the last part of a search may become, as it is written: operators, names, what an operator takes. */
export function suggestions(state: ChatState, text: string): string[] {
  if (/\s$/.test(text) || text === '') return [];
  const last = partsOf(text).at(-1);
  if (!last) return [];
  const raw = /\S*(?:"[^"]*)?$/.exec(text)![0].replace(/^-/, '');
  if (last.operator === '') {
    const names = SUGGESTED.filter((name) => name.startsWith(raw.toLowerCase())).map((name) => `${name}:`);
    return [...names, ...people(state, last, 'sender')].slice(0, MOST);
  }
  return valuesOf(state, text, last).slice(0, MOST);
}

function valuesOf(state: ChatState, text: string, part: SearchPart): string[] {
  const as = (values: readonly string[]) => values.map((value) => written({ ...part, value }));
  switch (part.operator) {
    case 'sender':
    case 'dm':
      return people(state, part, part.operator);
    case 'channel':
      return as(completeChannels(state, part.value).items.map(({ name }) => name));
    case 'topic': {
      const channel = searchOf(state, text).terms.find(({ operator }) => operator === 'channel')?.operand;
      return typeof channel === 'number' ? as(completeTopics(state, channel, part.value).items) : [];
    }
    case 'has':
      return as(HAS.filter((each) => each.startsWith(part.value)));
    case 'is':
      return as(IS.filter((each) => each.startsWith(part.value)));
    default:
      return [];
  }
}

function people(state: ChatState, part: SearchPart, operator: string): string[] {
  if (part.operator === '' && part.value.length < 2) return [];
  return completePeople(state, part.value, { most: 5 }).items.map(({ full_name }) =>
    written({ ...part, operator, value: full_name }),
  );
}

/** Replaces the last part of a search. A whole one is followed by the next. */
export function completed(text: string, suggestion: string): string {
  const begin = text.slice(0, text.length - lastPart(text).length);
  return `${begin}${suggestion}${suggestion.endsWith(':') ? '' : ' '}`;
}

const lastPart = (text: string): string => /-?(?:[\p{L}-]+:)?(?:"[^"]*|\S*)$/u.exec(text)![0];
