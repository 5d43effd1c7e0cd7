import { defineCache } from '../../../platform/cache.ts';
import type { Cache } from '../../../platform/caches.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReaderView } from '../../reading/view.ts';
import type { MessageQuery } from '../query/message-query.ts';
import { firstUnreadId } from '../query/run-query.ts';
import { newestMessageId, SCANNED_AT_ONCE, scanToUnread } from './first-unread-queries.ts';
import { listenToReadMarks } from './read-mark-events.ts';

/** Size of a person's cache entry; the view belongs to the facts. */
const KNOWN_BYTES = 200;

/** State of one person's history. */
interface Known {
  /** View on which the unread state depends; another view, or moved messages, require a new search. */
  view: ReaderView;
  moves: number;
  /** Everything before it is read, or muted. */
  from: number;
  /** Whether the message with that ID is unread, unless one was deleted since. */
  isExact: boolean;
  deletions: number;
  /** Number of times the person has marked messages as read since. */
  marks: number;
}

/** Events of an organization about messages that may be anybody's first unread one. */
interface Happened {
  moves: number;
  deletions: number;
}

/** The oldest unread message of a message query, and whether it still is, as far as this process knows. */
export interface FirstUnread {
  id: number | undefined;
  holds(): boolean;
}

const peopleOf = defineCache<string, Known>({ name: 'first unread', share: 2, sizeOf: () => KNOWN_BYTES });

/**
 * Cache of each person's first unread message. Searching it in every conversation costs milliseconds; reading only
 * moves it forward, so an earlier result is the starting point of the next search until the person mutes or unmutes
 * something. It follows the event log.
 */
class FirstUnreads {
  readonly #people: Cache<string, Known>;
  readonly #isLeftOut: boolean;
  readonly #happened = new Map<string, Happened>();

  constructor(services: Services) {
    this.#people = peopleOf(services);
    this.#isLeftOut = services.config.without.has('first-unread');
    services.feed.onForget((organizationIds) => {
      for (const organizationId of organizationIds) this.#happened.delete(organizationId);
    });
    listenToReadMarks(services, {
      marked: (organizationId, userId, asRead) => this.#marked(keyOf(organizationId, userId), asRead),
      moved: (organizationId) => this.#happenedIn(organizationId).moves++,
      deleted: (organizationId) => this.#happenedIn(organizationId).deletions++,
      muted: (organizationId, userId) => this.#people.delete(keyOf(organizationId, userId)),
      renamed: (organizationId) => this.#happenedIn(organizationId).moves++,
    });
  }

  async find(reader: Reader, query: MessageQuery): Promise<FirstUnread> {
    if (query.size > 0 || this.#isLeftOut) return { id: await firstUnreadId(reader, query), holds: () => true };
    const { view } = query;
    const happened = this.#happenedIn(view.organizationId);
    const { moves, deletions } = happened;
    const key = keyOf(view.organizationId, view.userId);
    let known = this.#people.get(key);
    if (known?.view !== view || known.moves !== moves) {
      known = { view, moves, from: 0, isExact: false, deletions, marks: 0 };
      this.#people.set(key, known);
    }
    const entry = known;
    const { marks } = entry;
    const holds = () =>
      this.#people.peek(key) === entry &&
      entry.marks === marks &&
      happened.moves === moves &&
      happened.deletions === deletions;
    if (entry.isExact && entry.deletions === deletions) return { id: entry.from, holds };
    const { id, from } = await look(reader, query, entry.from);
    if (holds()) Object.assign(entry, { from, isExact: id !== undefined, deletions });
    return { id, holds };
  }

  #happenedIn(organizationId: string): Happened {
    let happened = this.#happened.get(organizationId);
    if (!happened) {
      happened = { moves: 0, deletions: 0 };
      this.#happened.set(organizationId, happened);
    }
    return happened;
  }

  #marked(key: string, asRead: boolean): void {
    const known = this.#people.peek(key);
    if (!known) return;
    if (!asRead) this.#people.delete(key);
    else {
      known.isExact = false;
      known.marks++;
    }
  }
}

function keyOf(organizationId: string, userId: number): string {
  return `${organizationId} ${userId}`;
}

/** @param from before it nothing is unread */
async function look(
  reader: Reader,
  query: MessageQuery,
  from: number,
): Promise<{ id: number | undefined; from: number }> {
  if (from > 0) {
    const { id, looked, next } = await scanToUnread(reader, query.view, from);
    if (id !== null) return { id, from: id };
    if (looked < SCANNED_AT_ONCE) return { id: undefined, from: next };
  }
  const newest = await newestMessageId(reader);
  const id = await firstUnreadId(reader, query);
  return { id, from: id ?? newest + 1 };
}

/** The one of a running program. */
export const firstUnreads = perServices((services) => new FirstUnreads(services));
