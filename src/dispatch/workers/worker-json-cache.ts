import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { addMember, type JsonObjectText, membersText, openObject } from '../../platform/http/json-object-text.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { perServices } from '../../platform/per-services.ts';
import type { Services } from '../../platform/services.ts';
import { workersById } from './access.ts';
import { presentWorkers, type Worker } from './present.ts';

/** Memory of a worker in addition to its text. */
const ENTRY_CHARACTERS = 200;
/** Above so many changes since the last search it is less work to begin anew. */
const MAX_CHANGES = 5000;
const MAX_ORGANIZATIONS = 10_000;
const MAX_SHARED_TEXTS = 1000;

/** Columns that a search reads in the same statement as the workers it finds. */
export interface Changes {
  /** IDs with commas between. */
  changed: string | null;
  /** Whether all changes since the last search are still on record. */
  isKnown: boolean;
  /** The first transaction whose changes this statement may not have seen. */
  horizon: string;
}

/** Values that change with every device report. */
export interface DeviceState {
  location: readonly [number, number];
  timeLastSeen: number | null;
  batteryLevel: number | null;
}

/** A worker as JSON, but for what devices report. */
interface CachedWorker {
  own: JsonObjectText;
  /**
   * Text that many workers share, stored once: it is half of the text, and collecting 100 texts from all over memory is
   * half of an answer's work. It has gaps inside `userData` for the device reports.
   */
  shared: string;
  /** Whether `userData` already has members. */
  hasDeviceFields: boolean;
  routing: Routing | undefined;
}

/** Stands for a worker's routing address as clients see it: when that changes, there is no such object any more. */
interface Routing {
  id: string;
}

/** Cache entry of an organization. */
interface Cached {
  /** Public URL of the organization, which the texts contain. */
  url: string;
  /** All changes before this transaction are applied. */
  since: string;
  /** By worker. */
  workers: Map<string, CachedWorker>;
  /** By destination. */
  routings: Map<string, Routing>;
  /** For each load under way, what has changed meanwhile. */
  loads: Set<Set<string>>;
}

/**
 * Workers as JSON, as long as nothing of them changes but what devices report.
 *
 * Every change is on record in the database with its transaction (`dispatch.worker_changes`). A search reads in its own
 * statement what was recorded since the one before, and that is dropped before anything is given out: so nothing older
 * than the search's snapshot is shown, whichever process made the change. What changed while it was loaded is given out
 * but not kept.
 */
class WorkerJsonCache {
  /** By organization, that which was asked for last at the end. */
  readonly #cache = new Map<string, Cached>();
  readonly #sharedTexts = new Map<string, string>();
  readonly #maxCharacters: number;
  #characters = 0;
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
    this.#maxCharacters = services.caches.join({
      name: 'workers',
      share: 18,
      usage: () => ({
        bytes: this.#characters,
        entries: [...this.#cache.values()].reduce((sum, { workers }) => sum + workers.size, 0),
      }),
      // With a log that went back, the numbers of transactions may have gone back too.
      forget: (organizationIds) => {
        for (const organizationId of organizationIds) {
          const known = this.#cache.get(organizationId);
          if (known) this.#forget(organizationId, known);
        }
      },
    });
  }

  /**
   * Returns the results of `search` with the JSON of each; undefined for workers who are gone or off duty by now.
   * @param search is given what to read in its statement, and hands on what was read so
   */
  async read<Found extends { workerId: string; found: Changes }>(
    reader: Reader,
    search: (changes: Sql<Changes>) => Promise<Found[]>,
  ): Promise<{ found: Found; cached: CachedWorker | undefined }[]> {
    const { organizationId } = reader;

    const known = await this.#cachedOf(reader);
    const all = await search(changesSince(organizationId, known.since));
    const isKnown = this.#applyChanges(organizationId, known, new Set(all.map(({ found }) => found)));
    const results = all.map((found) => ({ found, cached: isKnown ? find(known, found.workerId) : undefined }));
    const missing = results.filter(({ cached }) => !cached).map(({ found }) => found.workerId);
    if (missing.length === 0) return results;
    const workers = await this.#load(reader, known, missing);
    return results.map(({ found, cached }) => ({ found, cached: cached ?? workers.get(found.workerId) }));
  }

  async #cachedOf(reader: Reader): Promise<Cached> {
    const { organizationId } = reader;

    const url = await organizationUrl(this.#services, organizationId);
    let known = this.#cache.get(organizationId);
    if (known && known.url !== url) {
      this.#forget(organizationId, known);
      known = undefined;
    }
    if (!known) {
      const row = await reader.first(
        sql<{ since: string }>`select pg_snapshot_xmin(pg_current_snapshot())::text as since`,
      );
      known = this.#cache.get(organizationId);
      known ??= { url, since: row!.since, workers: new Map(), routings: new Map(), loads: new Set() };
    }
    this.#cache.delete(organizationId);
    this.#cache.set(organizationId, known);
    return known;
  }

  /** Drops what has changed; false when that is not known. */
  #applyChanges(organizationId: string, known: Cached, changes: Iterable<Changes>): boolean {
    for (const { changed, isKnown, horizon } of changes) {
      const ids = changed?.split(',') ?? [];
      if (!isKnown || ids.length > MAX_CHANGES) {
        this.#forget(organizationId, known);
        return false;
      }
      for (const id of ids) {
        this.#drop(known, id);
        known.routings.delete(id);
        for (const load of known.loads) load.add(id);
      }
      // Searches can end in another order than they began.
      if (Number(horizon) > Number(known.since)) known.since = horizon;
    }
    return true;
  }

  async #load(reader: Reader, known: Cached, ids: readonly string[]): Promise<Map<string, CachedWorker>> {
    const { organizationId } = reader;

    const changed = new Set<string>();
    known.loads.add(changed);
    try {
      const rows = [...(await workersById(reader, ids)).values()].filter((row) => row.onDuty);
      const workers = new Map<string, CachedWorker>();
      for (const worker of await presentWorkers(reader, rows, known.url)) {
        const cached = cachedWorkerOf(worker);
        cached.shared = this.#sharedText(cached.shared);
        const routing = worker.addresses.routing?.id;
        workers.set(worker.id, cached);
        if (changed.has(worker.id) || (routing && changed.has(routing))) continue;
        if (routing) cached.routing = routingOf(known, routing);
        this.#drop(known, worker.id);
        known.workers.set(worker.id, cached);
        this.#characters += sizeOf(cached);
      }
      // It was given up meanwhile, so nobody will look there.
      if (this.#cache.get(organizationId) !== known) this.#forget(organizationId, known);
      this.#bound();
      return workers;
    } finally {
      known.loads.delete(changed);
    }
  }

  /** The same text as before, where there was one. */
  #sharedText(text: string): string {
    const known = this.#sharedTexts.get(text);
    if (known !== undefined) return known;
    if (this.#sharedTexts.size >= MAX_SHARED_TEXTS) this.#sharedTexts.clear();
    this.#sharedTexts.set(text, text);
    return text;
  }

  #drop(known: Cached, id: string): void {
    const cached = known.workers.get(id);
    if (!cached) return;
    known.workers.delete(id);
    this.#characters -= sizeOf(cached);
  }

  #forget(organizationId: string, known: Cached): void {
    for (const cached of known.workers.values()) this.#characters -= sizeOf(cached);
    known.workers.clear();
    known.routings.clear();
    if (this.#cache.get(organizationId) === known) this.#cache.delete(organizationId);
  }

  /** Gives up organizations that were not asked for longest; of the only one, the workers that were cached first. */
  #bound(): void {
    while (this.#characters > this.#maxCharacters || this.#cache.size > MAX_ORGANIZATIONS) {
      const [organizationId, known] = this.#cache.entries().next().value!;
      if (this.#cache.size > 1) this.#forget(organizationId, known);
      else this.#drop(known, known.workers.keys().next().value!);
    }
  }
}

const sizeOf = ({ own }: CachedWorker) => own.length + ENTRY_CHARACTERS;

function find({ workers, routings }: Cached, id: string): CachedWorker | undefined {
  const cached = workers.get(id);
  return cached?.routing && routings.get(cached.routing.id) !== cached.routing ? undefined : cached;
}

function routingOf({ routings }: Cached, id: string): Routing {
  const routing = routings.get(id) ?? { id };
  routings.set(id, routing);
  return routing;
}

function changesSince(organizationId: string, since: string): Sql<Changes> {
  return sql<Changes>`
    (select string_agg(change.id, ',') from (
      select c.id from dispatch.worker_changes c
      where c.organization_id = ${organizationId} and c.xid >= ${since}::xid8
      limit ${sql.raw(String(MAX_CHANGES + 1))}) as change) as changed,
    (select kept.since <= ${since}::xid8 from dispatch.worker_changes_kept kept) as "isKnown",
    pg_snapshot_xmin(pg_current_snapshot())::text as horizon`;
}

function cachedWorkerOf(worker: Worker): CachedWorker {
  const { id, name, displayName, phone, timeCreated, timeLastModified, activeTask, tasks, metadata, ...most } = worker;
  const { teams, addresses, vehicle, skills, location: _location, timeLastSeen: _time, userData, ...common } = most;
  const { batteryLevel: _level, ...device } = userData;
  const own = { id, name, displayName, phone, timeCreated, timeLastModified, activeTask, tasks, metadata };
  return {
    own: openObject(JSON.stringify({ ...own, teams, addresses, vehicle, skills })),
    shared: `,${membersText(common)},"userData":${openObject(JSON.stringify(device))}`,
    hasDeviceFields: Object.keys(device).length > 0,
    routing: undefined,
  };
}

/** The open JSON text of a worker. */
export function workerText(
  { own, shared, hasDeviceFields }: CachedWorker,
  { location, timeLastSeen, batteryLevel }: DeviceState,
): JsonObjectText {
  const battery = batteryLevel === null ? '' : `${hasDeviceFields ? ',' : ''}"batteryLevel":${batteryLevel}`;
  const text = `${own}${shared}${battery}}` as JsonObjectText;
  return addMember(addMember(text, 'timeLastSeen', `${timeLastSeen}`), 'location', `[${location[0]},${location[1]}]`);
}

/** The workers that this program keeps. */
export const workerJsonCache = perServices((services) => new WorkerJsonCache(services));
