import type { ChatState } from '../store/chat/state.ts';
import { addressOf } from './addresses.ts';
import { narrowAddressOfTerms, partsOfHash, termsOf } from './addresses-in-hash.ts';
import { channelSettingsAddress } from './channel-settings-address.ts';
import { isOperator, written } from './search/terms.ts';

/** Screens by the words of the older form. */
const SCREENS: ReadonlyMap<string, string> = new Map([
  ['inbox', '/inbox'],
  ['recent', '/recent'],
  ['recent_topics', '/recent'],
  ['feed', '/all'],
  ['all_messages', '/all'],
  ['drafts', '/drafts'],
  ['scheduled', '/scheduled'],
  ['reminders', '/reminders'],
  ['settings', '/settings'],
  ['invite', '/people/invitations'],
]);

/** Pages of the administration that everybody finds in the chat too. */
const OF_EVERYBODY: ReadonlyMap<string, string> = new Map([
  ['users', '/people'],
  ['user-list-admin', '/people'],
  ['user-groups-admin', '/people/groups'],
  ['invites-list-admin', '/people/invitations'],
]);

const CHANNEL_TABS: ReadonlyMap<string, string> = new Map([
  ['subscribers', 'subscribers'],
  ['personal', 'own'],
]);

/**
 * Returns the address below `/chat` to which an address of the chat system whose API we speak leads: undefined where it names
 * nothing that this person knows of, `administration` where it is not in the chat.
 * @param hash what stands after the `#`
 */
export function placeOfOldAddress(state: ChatState, hash: string): string | 'administration' | undefined {
  const [start = '', first = '', , third = ''] = partsOfHash(hash);
  switch (start) {
    case 'narrow':
      return placeOfTerms(state, termsOf(partsOfHash(hash).slice(1)));
    case 'streams':
    case 'channels': {
      if (first === 'new') return '/channels/new';
      const channel = channelOf(state, first);
      if (!channel) return /^\d/.test(first) ? undefined : '/channels';
      return channelSettingsAddress(channel.stream_id, channel.name, CHANNEL_TABS.get(third));
    }
    case 'groups': {
      if (!/^\d+$/.test(first)) return '/people/groups';
      return state.groups.has(Number(first))
        ? `/people/groups/${first}${third === 'permissions' ? '/permissions' : ''}`
        : undefined;
    }
    case 'user':
      return /^\d+$/.test(first) && state.users.has(Number(first)) ? `/dm/${first}` : undefined;
    case 'organization':
      return OF_EVERYBODY.get(first) ?? 'administration';
    default:
      return SCREENS.get(start);
  }
}

function placeOfTerms(state: ChatState, terms: Map<string, string>): string | undefined {
  const channel = terms.get('channel');
  const found = channel === undefined ? undefined : channelOf(state, channel);
  if (channel !== undefined && !found) return undefined;
  if (found) terms.set('channel', String(found.stream_id));
  const direct = terms.get('dm');
  if (direct !== undefined) {
    const people = peopleOf(state, direct);
    if (!people) return undefined;
    terms.set('dm', people.join(','));
  }
  // A message by its number: all that one has, at that place.
  if (terms.size === 1 && terms.has('id')) terms.set('near', terms.get('id')!).delete('id');
  const place = narrowAddressOfTerms(terms);
  if (place && place.narrow.kind !== 'search')
    return addressOf(place.narrow, { near: place.near, channelName: found?.name });
  const sender = terms.get('sender');
  if (sender !== undefined) {
    const [id] = peopleOf(state, sender) ?? [];
    if (id === undefined) return undefined;
    terms.set('sender', String(id));
    if (id === state.ownUserId && [...terms.keys()].every((each) => each === 'sender')) return '/own';
  }
  const words: string[] = [];
  for (const [operator, operand] of terms) {
    const found = searchWords(state, operator, operand);
    if (!found) return undefined;
    words.push(...found);
  }
  return words.length > 0 ? `/search?q=${encodeURIComponent(words.join(' '))}` : '/all';
}

/**
 * Returns a term as the search of this page writes it; nothing for what says no more than that one searches, undefined for
 * what it does not know.
 */
function searchWords(state: ChatState, term: string, operand: string): string[] | undefined {
  const isNegated = term.startsWith('-');
  const operator = isNegated ? term.slice(1) : term;
  if (operator === 'search') return [operand];
  if (operator === 'channels' || operator === 'streams' || operator === 'with') return [];
  if (!isOperator(operator)) return undefined;
  const value =
    operator === 'channel'
      ? (channelOf(state, operand)?.name ?? operand)
      : operator === 'is' && operand === 'private'
        ? 'dm'
        : /^(?:dm|dm-including|sender)$/.test(operator)
          ? (peopleOf(state, operand)?.join(',') ?? operand)
          : operand;
  return [written({ isNegated, operator, value })];
}

/** Finds a channel by `7-night-shift`, `7`, or its name, which addresses had alone once. */
function channelOf(state: ChatState, operand: string) {
  const byId = /^\d+(?:-|$)/.test(operand) ? state.channels.get(Number.parseInt(operand, 10)) : undefined;
  if (byId) return byId;
  const wanted = operand.toLowerCase();
  return [...state.channels.values()].find(({ name }) => name.toLowerCase() === wanted);
}

/** Reads `9-mara`, `9,12-group` or addresses of e-mail; undefined where one of them is of nobody here. */
function peopleOf(state: ChatState, operand: string): number[] | undefined {
  const ids = operand.includes('@')
    ? operand.split(',').map((each) => idOfAddress(state, each.trim().toLowerCase()))
    : operand.replace(/-.*$/, '').split(',').map(Number);
  return ids.every((id) => id !== undefined && state.users.has(id)) ? (ids as number[]) : undefined;
}

function idOfAddress(state: ChatState, address: string): number | undefined {
  for (const { user_id, email, delivery_email } of state.users.values())
    if (email.toLowerCase() === address || delivery_email?.toLowerCase() === address) return user_id;
  return undefined;
}
