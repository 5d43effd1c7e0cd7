import { AsyncLocalStorage } from 'node:async_hooks';
import { isDeepStrictEqual } from 'node:util';
import { BoundReader, type Reader } from '../../src/platform/db/reader.ts';
import { prepare, type Sql } from '../../src/platform/db/sql.ts';
import type { FactKind, FactSource } from '../../src/platform/events/facts.ts';
import type { Services } from '../../src/platform/services.ts';

/** A fact that somebody asked for. */
interface AskedFact {
  organizationId: string;
  kind: FactKind;
  key: number | string;
  load(reader: Reader): Promise<unknown>;
  /** The program's own answer, which it may keep. */
  held(): Promise<unknown>;
}

/** Statements and facts that facts of one kind were loaded from. */
export interface Loaded {
  kind: FactKind;
  texts: Set<string>;
  /** Kinds of facts that were asked for while loading. */
  others: Set<FactKind>;
}

/**
 * All facts that a program is asked for, so that what it keeps of them can be compared with what the database says; and what
 * they were loaded from.
 */
export class WatchedFacts {
  readonly #services: Services;
  readonly #asked = new Map<string, AskedFact>();
  readonly #ofSnapshots: string[] = [];
  readonly #loading = new AsyncLocalStorage<Loaded>();
  /** By the name of their kind. */
  readonly loaded = new Map<string, Loaded>();
  /** Kinds of what is kept elsewhere, by name. */
  readonly versions = new Map<string, FactKind>();

  constructor(services: Services) {
    this.#services = services;
    const { state } = services;
    const sourceOf = state.of.bind(state);
    state.of = (organizationId) => this.#watched(sourceOf(organizationId), organizationId);
    const version = state.version.bind(state);
    state.version = (organizationId, kind, key) => {
      this.versions.set(kind.name, kind);
      return version(organizationId, kind, key);
    };
    const ofSnapshot = state.ofSnapshot.bind(state);
    state.ofSnapshot = (reader, version) => this.#compared(ofSnapshot(reader, version), reader);
  }

  #watched(source: FactSource, organizationId: string): FactSource {
    const note = (fact: Omit<AskedFact, 'organizationId'>) => {
      this.#loading.getStore()?.others.add(fact.kind);
      this.#asked.set(`${organizationId} ${fact.kind.name} ${fact.key}`, { organizationId, ...fact });
    };
    return {
      organizationId,
      read: (kind, key, load) => {
        const held = () => source.read(kind, key, load);
        note({ kind, key, load, held });
        return source.read(kind, key, (reader) => this.recorded(kind, reader, load));
      },
      readMany: (kind, ids, load) => {
        const all = [...ids];
        for (const id of all) {
          const held = async () => (await source.readMany(kind, [id], load)).get(id);
          note({ kind, key: id, load: async (reader) => (await load(reader, [id])).get(id), held });
        }
        return source.readMany(kind, all, (reader, some) => this.recorded(kind, reader, (from) => load(from, some)));
      },
    };
  }

  /** Facts of a snapshot, each of which is compared at once: it is nobody else's. */
  #compared(source: FactSource, reader: Reader): FactSource {
    const read: FactSource['read'] = async (kind, key, load) => {
      this.#loading.getStore()?.others.add(kind);
      const value = await source.read(kind, key, (from) => this.recorded(kind, from, load));
      const own = await load(reader);
      if (!isDeepStrictEqual(comparable(value), comparable(own)))
        this.#ofSnapshots.push(`${kind.name} ${key} of a snapshot: ${show(value)} is kept, ${show(own)} is true`);
      return value;
    };
    const readMany: FactSource['readMany'] = async (kind, ids, load) => {
      this.#loading.getStore()?.others.add(kind);
      const all = [...ids];
      const values = await source.readMany(kind, all, (from, some) =>
        this.recorded(kind, from, (reading) => load(reading, some)),
      );
      const own = all.length === 0 ? new Map() : await load(reader, all);
      for (const id of all)
        if (!isDeepStrictEqual(comparable(values.get(id)), comparable(own.get(id))))
          this.#ofSnapshots.push(
            `${kind.name} ${id} of a snapshot: ${show(values.get(id))} is kept, ${show(own.get(id))} is true`,
          );
      return values;
    };
    return { ...source, read, readMany };
  }

  /** Loads as a fact of that kind, and notes from what. */
  recorded<T>(kind: FactKind, reader: Reader, load: (reader: Reader) => Promise<T>): Promise<T> {
    const loaded = this.loaded.get(kind.name) ?? { kind, texts: new Set(), others: new Set() };
    this.loaded.set(kind.name, loaded);
    const all = <Row>(statement: Sql<Row>) => {
      loaded.texts.add(prepare(statement).text);
      return reader.all(statement);
    };
    const first = async <Row>(statement: Sql<Row>) => (await all(statement))[0];
    return this.#loading.run(loaded, () => load(new BoundReader({ all, first }, reader.organizationId)));
  }

  /** The facts that are kept otherwise than the database has them. */
  async differences(): Promise<string[]> {
    const { state, database } = this.#services;
    const found = this.#ofSnapshots.splice(0);
    const asked = [...this.#asked.values()];
    for (const organizationId of new Set(asked.map((each) => each.organizationId))) {
      // One that is deleted has none.
      if (
        !(await state.confirm(organizationId).then(
          () => true,
          () => false,
        ))
      )
        continue;
      for (const fact of asked.filter((each) => each.organizationId === organizationId)) {
        const { kind, key, load } = fact;
        // What is going on in the background may write between the two.
        for (let attempt = 0; ; attempt++) {
          const held = await fact.held();
          const value = await load(database.reader.of(organizationId));
          if (isDeepStrictEqual(comparable(held), comparable(value))) break;
          if (attempt === 2) {
            found.push(`${kind.name} ${key}: ${show(held)} is kept, ${show(value)} is true`);
            break;
          }
        }
      }
    }
    return found;
  }

  /** Looks at what was asked so far no more. */
  forget(): void {
    this.#asked.clear();
  }
}

/** Without functions, of which each loading makes others. */
function comparable(value: unknown): unknown {
  if (typeof value === 'function') return 'function';
  if (Array.isArray(value)) return value.map(comparable);
  if (value instanceof Map) return new Map([...value].map(([key, each]) => [key, comparable(each)]));
  if (value instanceof Set || value instanceof Date || value instanceof RegExp) return value;
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, comparable(each)]));
  return value;
}

function show(value: unknown): string {
  const shown = JSON.stringify(value, (_key, each) =>
    each instanceof Map ? [...each] : each instanceof Set ? [...each] : each,
  );
  return (shown ?? 'undefined').slice(0, 600);
}
