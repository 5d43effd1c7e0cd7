import type { Reader } from '../db/reader.ts';
import type { Subjects } from '../db/written-tables.ts';

/** A kind of fact, with all that its answers depend on. */
export interface FactKind {
  name: string;
  /** Tables that it is loaded from, and functions of ours that write them: whoever writes one makes a new version of it. */
  tables: readonly string[];
  /** Tables of which a fact depends on its subject's rows alone, where writers say whose rows they write (`Subjects`). */
  own?: { tables: readonly string[]; subject(key: number | string): string };
}

/**
 * Declares a kind of fact beside its query: ``const callers = defineFact('caller', ['chat.users'])``, asked as
 * `facts.read(callers, id, (reader) => …)`. A test compares the tables with those that its statements read.
 * @param options.own the tables of which it reads the rows of one user or channel alone, whose ID its key begins with
 */
export function defineFact(
  name: string,
  tables: readonly string[],
  { own }: { own?: { of: keyof Subjects; tables: readonly string[] } } = {},
): FactKind {
  if (!own) return { name, tables };
  const subject = (key: number | string): string => {
    const id = Number.parseInt(`${key}`, 10);
    // Without its subject, no change would make a new version of it.
    if (Number.isNaN(id)) throw new Error(`a key of the fact ${name} must begin with the ID of a ${own.of}: ${key}`);
    return `${own.of} ${id}`;
  };
  return { name, tables, own: { tables: own.tables, subject } };
}

/**
 * A source of the facts of one organization by which its requests are checked. `OrganizationState` keeps them in memory;
 * `uncachedFacts(tx)` always asks, for a write that must not act on what is a moment old.
 */
export interface FactSource {
  readonly organizationId: string;
  /** @param key the fact among those of its kind; empty where there is one */
  read<T>(kind: FactKind, key: number | string, load: (reader: Reader) => Promise<T>): Promise<T>;
  /** Facts of one kind about several things; those not at hand are loaded together. */
  readMany<T>(
    kind: FactKind,
    ids: Iterable<number>,
    load: (reader: Reader, ids: number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<ReadonlyMap<number, T>>;
}

/** Facts as the reader sees them now. Asked twice, a fact is loaded once. */
export function uncachedFacts(reader: Reader): FactSource {
  const known = new Map<string, Promise<unknown>>();
  return {
    organizationId: reader.organizationId,
    read<T>({ name }: FactKind, id: number | string, load: (reader: Reader) => Promise<T>): Promise<T> {
      const key = `${name} ${id}`;
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
