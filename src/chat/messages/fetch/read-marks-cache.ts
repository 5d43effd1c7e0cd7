import { defineCache } from '../../../platform/cache.ts';
import type { Cache } from '../../../platform/caches.ts';
import type { Reader } from '../../../platform/db/reader.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import type { ReaderView } from '../../reading/view.ts';
import { listenToReadMarks } from './read-mark-events.ts';
import { loadReadRanges } from './read-marks-queries.ts';

/** Beside its bounds, what a conversation costs. */
const CONVERSATION_NUMBERS = 10;

/** Read messages of one person: per conversation the bounds of ranges of message IDs, ascending. */
type Bounds = readonly number[];

interface Person {
  /** Number of times the organization's messages had been moved by then. */
  moves: number;
  conversations: Map<number, Bounds>;
  size: number;
}

const peopleOf = defineCache<string, Person>({
  name: 'read marks',
  share: 10,
  sizeOf: ({ size }) => (size + CONVERSATION_NUMBERS) * 8,
});

/**
 * Cache of people's read messages until they mark something. It follows the event log like the cached messages, so a
 * reader who has caught up with a snapshot finds the state of the snapshot or a newer one.
 */
class ReadMarksCache {
  readonly #people: Cache<string, Person>;
  readonly #isLeftOut: boolean;
  /** A move carries the marks of everybody along. */
  readonly #moves = new Map<string, number>();

  constructor(services: Services) {
    this.#people = peopleOf(services);
    this.#isLeftOut = services.config.without.has('read-marks');
    services.feed.onForget((organizationIds) => {
      for (const organizationId of organizationIds) this.#moves.delete(organizationId);
    });
    listenToReadMarks(services, {
      marked: (organizationId, userId) => this.#people.delete(`${organizationId} ${userId}`),
      moved: (organizationId) => this.#moves.set(organizationId, (this.#moves.get(organizationId) ?? 0) + 1),
    });
  }

  /**
   * The ranges of the given conversations; of one in which nothing was read, none.
   * @param isCaughtUp whether everything that the reader's snapshot saw is known
   */
  async read(
    reader: Reader,
    view: ReaderView,
    isCaughtUp: boolean,
    recipientIds: ReadonlySet<number>,
  ): Promise<ReadonlyMap<number, Bounds>> {
    if (!isCaughtUp || this.#isLeftOut) return loadBounds(reader, view, [...recipientIds]);
    const { organizationId, userId } = view;
    const key = `${organizationId} ${userId}`;
    const moves = this.#moves.get(organizationId) ?? 0;
    let person = this.#people.get(key);
    if (person?.moves !== moves) {
      person = { moves, conversations: new Map(), size: 0 };
      this.#people.set(key, person);
    }
    const { conversations } = person;
    const missing: number[] = [];
    for (const recipientId of recipientIds) if (!conversations.has(recipientId)) missing.push(recipientId);
    if (missing.length === 0) return conversations;
    const loaded = await loadBounds(reader, view, missing);
    // It may lack marks made meanwhile: then it is returned but not cached.
    if (this.#people.peek(key) !== person || (this.#moves.get(organizationId) ?? 0) !== moves)
      return new Map([...conversations, ...loaded]);
    for (const [recipientId, bounds] of loaded) {
      conversations.set(recipientId, bounds);
      person.size += bounds.length + CONVERSATION_NUMBERS;
    }
    // Set again, so that its new size counts.
    this.#people.set(key, person);
    return conversations;
  }
}

/** Loads the current read state of a person in the given conversations. */
export async function loadBounds(
  reader: Reader,
  { userId }: ReaderView,
  recipientIds: readonly number[],
): Promise<Map<number, Bounds>> {
  const bounds = new Map<number, Bounds>(recipientIds.map((recipientId) => [recipientId, []]));
  for (const { recipientId, ranges } of await loadReadRanges(reader, userId, recipientIds))
    bounds.set(recipientId, (ranges.match(/\d+/g) ?? []).map(Number));
  return bounds;
}

/** Whether a message lies in one of the ranges. */
export function isWithinRanges(bounds: Bounds | undefined, id: number): boolean {
  if (bounds === undefined) return false;
  // Each range begins at an even place and ends before the ID at the odd one.
  let low = 0;
  let high = bounds.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds[middle]! <= id) low = middle + 1;
    else high = middle;
  }
  return low % 2 === 1;
}

/** The one of a running program. */
export const readMarksCache = perServices((services) => new ReadMarksCache(services));
