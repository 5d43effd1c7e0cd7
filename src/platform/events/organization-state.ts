import type { Cache, Caches } from '../caches.ts';
import type { PlainReader, Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import { roughSizeOf } from '../rough-size.ts';
import { type FactKind, type FactSource, uncachedFacts } from './facts.ts';
import type { Feed } from './feed.ts';
import type { Follower } from './follower.ts';
import type { StateVersions } from './state-versions.ts';

/** Size counted for a fact that is still loading. */
const LOADING_BYTES = 200;

/** A fact, from the moment on at which it was asked for. */
interface Loading {
  value: Promise<unknown>;
  bytes: number;
}

/**
 * Facts that requests are authorized by (a caller, a channel, who may post), kept in memory until an event of the
 * organization changes them. Every event marked `state` starts a new state version, and a new version of each fact that is
 * loaded from a table which the event's transaction wrote; facts of older versions are not used again.
 *
 * A fact can be stale for the few milliseconds until another process's commit is known. So whoever answers by kept
 * facts calls `confirm` first, or compares `stateVersion` with `platform.log_heads.state_event_id` in its own statement.
 */
export class OrganizationState {
  readonly #reader: PlainReader;
  readonly #feed: Feed;
  /** Facts of `readMany`: a promise for each of a hundred would cost more than finding them. */
  readonly #values: Cache<string, NonNullable<unknown>>;
  readonly #entries: Cache<string, Loading>;
  readonly #ofSnapshots: Cache<string, NonNullable<unknown>>;
  /** Facts that a snapshot is loading, by their entry. */
  readonly #loading = new Map<string, Promise<unknown>>();
  #asked: { organizationIds: Set<string>; heads: Promise<ReadonlyMap<string, number>> } | undefined;

  constructor(reader: PlainReader, feed: Feed, caches: Caches) {
    this.#reader = reader;
    this.#feed = feed;
    this.#values = caches.open({ name: 'facts by ID', share: 8, sizeOf: (value) => roughSizeOf(value) });
    this.#entries = caches.open({ name: 'facts', share: 10, sizeOf: ({ bytes }) => bytes });
    this.#ofSnapshots = caches.open({ name: 'facts of snapshots', share: 11, sizeOf: (value) => roughSizeOf(value) });
  }

  /** The facts of an organization. */
  of(organizationId: string): FactSource {
    return {
      organizationId,
      read: (kind, key, load) => this.#read(organizationId, kind, key, load),
      readMany: (kind, ids, load) => this.#readMany(organizationId, kind, ids, load),
    };
  }

  /** The log of an organization, as far as it is known. */
  async #follow(organizationId: string): Promise<Follower> {
    return this.#feed.followed(organizationId) ?? this.#feed.follow(organizationId);
  }

  /**
   * The fact `key`, loaded at most once a version of it. Undefined results and failures are not kept.
   * `load` must read through the reader it is given.
   */
  async #read<T>(
    organizationId: string,
    kind: FactKind,
    key: number | string,
    load: (reader: Reader) => Promise<T>,
  ): Promise<T> {
    const { versions } = this.#feed.followed(organizationId) ?? (await this.#feed.follow(organizationId));
    const entry = `${organizationId} ${versions.of(kind, key)} ${kind.name} ${key}`;
    const cached = this.#entries.get(entry);
    if (cached) return cached.value as Promise<T>;
    const value = load(this.#reader.of(organizationId));
    const loading: Loading = { value, bytes: LOADING_BYTES };
    this.#entries.set(entry, loading);
    const forget = () => this.#entries.peek(entry) === loading && this.#entries.delete(entry);
    value.then((loaded) => {
      if (loaded === undefined) forget();
      else if (this.#entries.peek(entry) === loading) this.#entries.set(entry, { value, bytes: roughSizeOf(loaded) });
    }, forget);
    return value;
  }

  /**
   * Facts of one kind about several things, by their IDs; those that are not kept are loaded together.
   * Of IDs that `load` gives nothing for, nothing is said.
   */
  async #readMany<T>(
    organizationId: string,
    kind: FactKind,
    ids: Iterable<number>,
    load: (reader: Reader, ids: number[]) => Promise<ReadonlyMap<number, T>>,
  ): Promise<Map<number, T>> {
    const { versions } = this.#feed.followed(organizationId) ?? (await this.#feed.follow(organizationId));
    const entryOf = entries(organizationId, kind, versions);
    return readThrough(this.#values, ids, entryOf, (missing) => load(this.#reader.of(organizationId), missing));
  }

  /**
   * Facts exactly as a snapshot has them, no newer: what one snapshot has loaded holds for every other in which the fact
   * is of the same version, and while one loads it, the others wait for its answer: after a change, a hundred who register
   * at once load everybody's texts once. A fact that has changed since is loaded, and not kept.
   * @param reader reads in the snapshot
   * @param stateVersion as it is in the snapshot
   */
  ofSnapshot(reader: Reader, stateVersion: number): FactSource {
    const cached = this.#ofSnapshots;
    const loads = uncachedFacts(reader);
    const { organizationId } = reader;
    return {
      ...loads,
      read: async <T>(kind: FactKind, key: number | string, load: (reader: Reader) => Promise<T>): Promise<T> => {
        const version = await this.#versionAt(organizationId, stateVersion, kind, key);
        if (version === undefined) return loads.read(kind, key, load);
        const entry = `${organizationId} ${version} ${kind.name} ${key}`;
        const known = cached.get(entry);
        if (known !== undefined) return known as T;
        const loading = this.#loading.get(entry) as Promise<T> | undefined;
        // The other's snapshot may end before its answer comes: that is no failure of this one.
        if (loading) return loading.catch(() => loads.read(kind, key, load));
        const loadAndKeep = async () => {
          const value = await loads.read(kind, key, load);
          if (value !== undefined && value !== null) cached.set(entry, value);
          return value;
        };
        return this.#announced([entry], loadAndKeep());
      },
      readMany: async <T>(
        kind: FactKind,
        ids: Iterable<number>,
        load: (reader: Reader, ids: number[]) => Promise<ReadonlyMap<number, T>>,
      ): Promise<ReadonlyMap<number, T>> => {
        if (!(await this.catchUp(organizationId, stateVersion))) return loads.readMany(kind, ids, load);
        const entryOf = entries(organizationId, kind, (await this.#follow(organizationId)).versions, stateVersion);
        const wanted = [...ids];
        await this.#loadedByOthers(wanted, entryOf);
        const loadMissing = (missing: number[]) => loads.readMany(kind, missing, load);
        return readThrough(cached, wanted, entryOf, loadMissing, (names, loading) => this.#announced(names, loading));
      },
    };
  }

  /** Lets other snapshots find what is being loaded. @param loading ends when the facts are in the cache */
  async #announced<T>(names: readonly (string | undefined)[], loading: Promise<T>): Promise<T> {
    for (const name of names) if (name !== undefined) this.#loading.set(name, loading);
    try {
      return await loading;
    } finally {
      for (const name of names) if (name !== undefined) this.#loading.delete(name);
    }
  }

  /** Waits until no other snapshot is loading one of these facts. */
  async #loadedByOthers(ids: readonly number[], entryOf: (id: number) => string | undefined): Promise<void> {
    if (this.#loading.size === 0) return;
    const loading = new Set(ids.map((id) => this.#loading.get(entryOf(id) ?? '')));
    await Promise.allSettled(loading);
  }

  /** The version of a fact as of an event; undefined: this process does not know it. */
  async #versionAt(
    organizationId: string,
    eventId: number,
    kind: FactKind,
    key: number | string,
  ): Promise<number | undefined> {
    if (!(await this.catchUp(organizationId, eventId))) return undefined;
    const version = await this.version(organizationId, kind, key);
    return version <= eventId ? version : undefined;
  }

  #receivedUpTo(organizationId: string): number {
    return this.#feed.followed(organizationId)?.head ?? 0;
  }

  /** Reads on until everything up to an event is known; false when others commit faster than this process reads. */
  async catchUp(organizationId: string, eventId: number): Promise<boolean> {
    // A reading that is under way may have begun before the event: then a second one sees it.
    for (let attempt = 0; attempt < 3; attempt++) {
      if (this.#receivedUpTo(organizationId) >= eventId) return true;
      await (await this.#feed.follow(organizationId)).catchUp();
    }
    return this.#receivedUpTo(organizationId) >= eventId;
  }

  /**
   * Makes the facts hold everything that was committed before the call, by whichever process. Who asks in one turn
   * shares a query.
   */
  async confirm(organizationId: string): Promise<void> {
    this.#asked ??= { organizationIds: new Set(), heads: this.#askNext() };
    this.#asked.organizationIds.add(organizationId);
    const changedAt = (await this.#asked.heads).get(organizationId) ?? 0;
    if (changedAt > (await this.stateVersion(organizationId))) await this.catchUp(organizationId, changedAt);
  }

  async #askNext(): Promise<ReadonlyMap<string, number>> {
    await new Promise((resolve) => setImmediate(resolve));
    const { organizationIds } = this.#asked!;
    this.#asked = undefined;
    const rows = await this.#reader.all(sql<{ id: string; changedAt: number }>`
      select organization_id as id, state_event_id as "changedAt" from platform.log_heads
      where organization_id = any(${[...organizationIds]}::text[])`);
    return new Map(rows.map(({ id, changedAt }) => [id, changedAt]));
  }

  /** Changes with every state event. */
  async stateVersion(organizationId: string): Promise<number> {
    return (await this.#follow(organizationId)).versions.head;
  }

  /** Changes with every state event that may change a fact: a value kept elsewhere under it is as fresh as this cache. */
  async version(organizationId: string, kind: FactKind, key: number | string = ''): Promise<number> {
    return (await this.#follow(organizationId)).versions.of(kind, key);
  }
}

/**
 * Returns what names the entry of a fact of its present version; undefined for one that has changed after an event.
 * @param upTo the event; absent: none is too new
 */
function entries(
  organizationId: string,
  kind: FactKind,
  versions: StateVersions,
  upTo = Number.POSITIVE_INFINITY,
): (id: number) => string | undefined {
  const common = kind.own ? undefined : versions.of(kind, '');
  return (id) => {
    const version = common ?? versions.of(kind, id);
    return version <= upTo ? `${organizationId} ${version} ${kind.name} ${id}` : undefined;
  };
}

/**
 * Facts from a cache; those that it does not have are loaded together, and kept where they have an entry.
 * @param announced is given the entries and the loading of what is missing, and waits for it
 */
async function readThrough<T>(
  cache: Cache<string, NonNullable<unknown>>,
  ids: Iterable<number>,
  entryOf: (id: number) => string | undefined,
  load: (missing: number[]) => Promise<ReadonlyMap<number, T>>,
  announced = (_entries: readonly (string | undefined)[], loading: Promise<void>): Promise<void> => loading,
): Promise<Map<number, T>> {
  const found = new Map<number, T>();
  // By the version that they have before they are loaded: what changes meanwhile is then not kept as the newer one.
  const missing = new Map<number, string | undefined>();
  for (const id of ids) {
    const entry = entryOf(id);
    const known = entry === undefined ? undefined : (cache.get(entry) as T | undefined);
    if (known !== undefined) found.set(id, known);
    else missing.set(id, entry);
  }
  if (missing.size === 0) return found;
  const loadAndKeep = async () => {
    for (const [id, value] of await load([...missing.keys()])) {
      const entry = missing.get(id);
      if (entry !== undefined) cache.set(entry, value as NonNullable<unknown>);
      found.set(id, value);
    }
  };
  await announced([...missing.values()], loadAndKeep());
  return found;
}
