import type { User } from '../../wire/chat.ts';
import type { ChatState } from '../state.ts';
import { type SearchKey, scoreOf, searchKey } from './match.ts';
import { byName } from './names.ts';

/** Parts of an organization's people. `team`: owners, administrators and moderators. */
export const DIRECTORY_KINDS = ['team', 'guests', 'bots', 'deactivated'] as const;

export type DirectoryKind = (typeof DIRECTORY_KINDS)[number];

/** Roles up to here are moderators and above. */
const MODERATOR = 300;

/**
 * The people of an organization by name; with a query, those whose name or address it finds, the best first.
 * @param kind undefined: all people who are active, without bots
 */
export function directory(
  state: ChatState,
  { kind, query }: { kind: DirectoryKind | undefined; query: string },
): readonly User[] {
  const people = inOrder(state.users).filter((user) => isOfKind(user, kind));
  const asked = searchKey(query).text;
  if (asked === '') return people;
  const found = people.flatMap((user) => {
    const score = scoreOf(keyOf(user), asked);
    return score === undefined ? [] : [{ user, score }];
  });
  return found.sort((one, other) => one.score - other.score).map(({ user }) => user);
}

function isOfKind({ is_active, is_bot, is_guest, role }: User, kind: DirectoryKind | undefined): boolean {
  if (kind === 'deactivated') return !is_active;
  if (!is_active || is_bot !== (kind === 'bots')) return false;
  return kind === 'guests' ? is_guest : kind !== 'team' || role <= MODERATOR;
}

/** Each is made once, and anew after a change, since the state puts a new object. */
const keys = new WeakMap<User, SearchKey>();

function keyOf(user: User): SearchKey {
  let key = keys.get(user);
  if (!key) {
    key = searchKey(`${user.full_name}\n${user.delivery_email ?? ''}`);
    keys.set(user, key);
  }
  return key;
}

/** Sorting ten thousand names takes longer than a frame: the order is found again when somebody has changed. */
const orders = new WeakMap<object, { of: readonly User[]; sorted: readonly User[] }>();

function inOrder(users: ReadonlyMap<number, User>): readonly User[] {
  const of = [...users.values()];
  const known = orders.get(users);
  if (known?.of.length === of.length && known.of.every((user, index) => user === of[index])) return known.sorted;
  const sorted = of.toSorted((one, other) => byName(one.full_name, other.full_name) || one.user_id - other.user_id);
  orders.set(users, { of, sorted });
  return sorted;
}
