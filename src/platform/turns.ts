/** As many wait for their turn as may: the request is answered 503, and may be made again soon. */
export class TooManyWaiting extends Error {}

/** Owner of queued work. */
export interface TurnOwner {
  /** Turns go round by it. Undefined: it is not known yet, as before a sign-in; each person counts as one then. */
  organizationId: string | undefined;
  /** Within an organization, turns go round by person: an ID, or the address of somebody who has not signed in. */
  person?: string | number | undefined;
  /** Before all of the same organization that is not: somebody stands at a door and waits. */
  isUrgent?: boolean;
}

export interface TurnOptions {
  /** Pieces of work that run at the same time. */
  atOnce: number;
  /** Maximum of simultaneously running pieces of one organization; less than `atOnce` if a piece may take long. */
  atOnceOfOne?: number;
  /** Pieces that wait. */
  maxWaiting: number;
  /** Maximum of waiting pieces of one organization; a fourth of all by default. */
  maxWaitingOfOne?: number;
}

/** Runs a piece of work when its turn comes. @throws {TooManyWaiting} */
export type InTurn = <T>(owner: TurnOwner, work: () => Promise<T>) => Promise<T>;

type Start = () => void;

/**
 * Has pieces of work wait for their turn. Turns go round by organization, within one by person, and are in order of coming
 * for one person: whoever fills the queue makes another organization's first piece wait for one piece more than was running.
 */
export function inTurns(options: TurnOptions): InTurn {
  const turns = new Turns(options);
  return async (owner, work) => {
    const end = await turns.begin(owner);
    try {
      return await work();
    } finally {
      end();
    }
  };
}

class Turns {
  readonly #atOnceOfOne: number;
  readonly #maxWaiting: number;
  readonly #maxWaitingOfOne: number;
  /** In the order in which organizations have their next turn. */
  readonly #lines = new Map<string, Line>();
  readonly #running = new Map<string, number>();
  #free: number;
  #waiting = 0;

  constructor({ atOnce, atOnceOfOne = atOnce, maxWaiting, maxWaitingOfOne }: TurnOptions) {
    this.#free = atOnce;
    this.#atOnceOfOne = atOnceOfOne;
    this.#maxWaiting = maxWaiting;
    this.#maxWaitingOfOne = maxWaitingOfOne ?? Math.ceil(maxWaiting / 4);
  }

  /** Resolves when the turn has come, with what ends it. @throws {TooManyWaiting} */
  async begin({ organizationId, person = '', isUrgent = false }: TurnOwner): Promise<() => void> {
    // Where the organization is not known, each person counts as one.
    const key = organizationId ?? `of ${person}`;
    if (this.#mayStart(key)) this.#start(key);
    else {
      const line = this.#lines.get(key) ?? new Line();
      if (this.#waiting >= this.#maxWaiting || line.length >= this.#maxWaitingOfOne) throw new TooManyWaiting();
      this.#lines.set(key, line);
      this.#waiting++;
      await new Promise<void>((resolve) => line.add(String(person), isUrgent, resolve));
    }
    return () => this.#end(key);
  }

  #mayStart(key: string): boolean {
    return this.#free > 0 && (this.#running.get(key) ?? 0) < this.#atOnceOfOne;
  }

  #start(key: string): void {
    this.#free--;
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1);
  }

  #end(key: string): void {
    this.#free++;
    const left = this.#running.get(key)! - 1;
    if (left > 0) this.#running.set(key, left);
    else this.#running.delete(key);
    for (const [next, line] of this.#lines) {
      if (!this.#mayStart(next)) continue;
      const start = line.take();
      this.#lines.delete(next);
      // At the end: the other organizations come first the next time.
      if (line.length > 0) this.#lines.set(next, line);
      this.#waiting--;
      this.#start(next);
      start();
      return;
    }
  }
}

/** Waiting pieces of one organization. */
class Line {
  readonly #urgent = new Map<string, Start[]>();
  readonly #ordinary = new Map<string, Start[]>();
  length = 0;

  add(person: string, isUrgent: boolean, start: Start): void {
    const people = isUrgent ? this.#urgent : this.#ordinary;
    const own = people.get(person);
    if (own) own.push(start);
    else people.set(person, [start]);
    this.length++;
  }

  /** The next of it, which there is. */
  take(): Start {
    const people = this.#urgent.size > 0 ? this.#urgent : this.#ordinary;
    const [person, own] = people.entries().next().value!;
    const start = own.shift()!;
    people.delete(person);
    if (own.length > 0) people.set(person, own);
    this.length--;
    return start;
  }
}
