/**
 * Lets pieces of work go a few at a time, in the order in which they came.
 * @returns runs one when its turn comes
 */
export function inTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async (work) => {
    if (free > 0) free--;
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
