/** As many wait for their turn as may. */
export class TooManyWaiting extends Error {}

/** Runs a piece of work when its turn comes. @throws {TooManyWaiting} */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Lets pieces of work go a few at a time, in the order in which they came.
 * @param mostWaiting how many may wait for their turn
 */
export function inTurns(atOnce: number, mostWaiting = Number.POSITIVE_INFINITY): InTurn {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free--;
    else if (waiting.length >= mostWaiting) throw new TooManyWaiting();
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // Whoever comes next takes the place over.
      if (next) next();
      else free++;
    }
  };
}
