import { lruOf } from './lru.ts';

/**
 * Makes a thing of the program's own (a library, a table of names) when it is first asked for, and keeps it. A promise
 * that fails is not kept. What belongs to an organization or a running program goes through `perServices`.
 */
export function lazy<T>(make: () => T): () => T {
  let made: { thing: T } | undefined;
  return () => {
    if (made) return made.thing;
    const now = { thing: make() };
    made = now;
    if (now.thing instanceof Promise)
      now.thing.catch(() => {
        made = undefined;
      });
    return now.thing;
  };
}

/** A pure function that keeps the `max` results last asked for. */
export function memoized<Key extends string | number, T extends NonNullable<unknown>>(
  max: number,
  make: (key: Key) => T,
): (key: Key) => T {
  const results = lruOf<Key, T>(max);
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    results.set(key, made);
    return made;
  };
}
