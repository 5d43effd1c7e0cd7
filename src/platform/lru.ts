import { LRUCache } from 'lru-cache';

/**
 * Keeps the `max` entries last asked for. By size and not by the library's own `max`, for which it would make lists of
 * that length at once: 1 MB of each store of 50,000 in a process that has nothing to keep yet.
 */
export function lruOf<Key extends string | number, Value extends NonNullable<unknown>>(
  max: number,
  dispose?: (value: Value) => void,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({ maxSize: max, sizeCalculation: () => 1, ...(dispose && { dispose }) });
}
