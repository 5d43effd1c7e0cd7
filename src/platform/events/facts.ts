import type { Reader } from '../db/reader.ts';

/**
 * A source of the facts of one organization by which its requests are checked. `OrganizationState` keeps them in memory;
 * `uncachedFacts(tx)` always asks, for a write that must not act on what is a moment old.
 */
export interface FactSource {
  readonly organizationId: string;
  read<T>(key: string, load: (reader: Reader) => Promise<T>): Promise<T>;
  /** Facts of one kind about several things; those not at hand are loaded together. */
  readMany<T>(
    kind: string,
    ids: Iterable<number>,
    load: (reader: Reader, ids: number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<ReadonlyMap<number, T>>;
}

/** Facts as the reader sees them now. Asked twice, a fact is loaded once. */
export function uncachedFacts(reader: Reader): FactSource {
  const known = new Map<string, Promise<unknown>>();
  return {
    organizationId: reader.organizationId,
    read<T>(key: string, load: (reader: Reader) => Promise<T>): Promise<T> {
      const found = known.get(key) as Promise<T> | undefined;
      if (found) return found;
      const loading = load(reader);
      known.set(key, loading);
      return loading;
    },
    async readMany(_kind, ids, load) {
      const keys = [...ids];
      return keys.length === 0 ? new Map() : load(reader, keys);
    },
  };
}
