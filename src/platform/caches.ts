import { LRUCache } from 'lru-cache';
import { Counter, Gauge, type Registry } from 'prom-client';

const MIB = 2 ** 20;
/** Size of an entry in addition to its value: the key, and its places in the lists of the cache. */
const ENTRY_BYTES = 120;

/** One kind of things that a process keeps so that it need not ask for them again. */
export interface CacheOptions<Key, Value> {
  /** Its label in `/metrics`. */
  name: string;
  /** Hundredths of CACHE_MB that it may take. All stores together have 100. */
  share: number;
  /** Bytes of a value, roughly. */
  sizeOf(value: Value, key: Key): number;
  /** Organization of an entry; by default the prefix of a text key up to the first space. */
  organizationOf?(key: Key, value: Value): string;
}

/** A bounded store; what was not asked for longest goes first. */
export interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  /** Without counting as asked for. */
  peek(key: Key): Value | undefined;
  has(key: Key): boolean;
  /** Sets again what has grown, too, so that its new size counts. */
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  /** Forgets what is of some organizations. */
  forget(organizationIds: ReadonlySet<string>): void;
}

/** A store that does its own accounting within the common budget. */
export interface Budget {
  name: string;
  share: number;
  usage(): { bytes: number; entries: number };
  forget(organizationIds: ReadonlySet<string>): void;
}

interface Store {
  name: string;
  usage(): { bytes: number; entries: number };
  forget(organizationIds: ReadonlySet<string>): void;
}

/** All stores of a running program: they share one limit (CACHE_MB), are shown in `/metrics` and forget together. */
export class Caches {
  readonly #bytes: number;
  readonly #stores: Store[] = [];
  readonly #asked: Counter<'cache' | 'outcome'>;
  readonly #evicted: Counter<'cache'>;
  #shares = 0;

  constructor(megabytes: number, registry: Registry) {
    this.#bytes = megabytes * MIB;
    const registers = [registry];
    const labelNames = ['cache'] as const;
    this.#asked = new Counter({
      name: 'hubbub_cache_lookups_total',
      help: 'Lookups in caches, by cache and outcome.',
      labelNames: ['cache', 'outcome'],
      registers,
    });
    this.#evicted = new Counter({
      name: 'hubbub_cache_evictions_total',
      help: 'Entries evicted from caches because of CACHE_MB.',
      labelNames,
      registers,
    });
    const stores = this.#stores;
    new Gauge({
      name: 'hubbub_cache_bytes',
      help: 'Approximate size of caches.',
      labelNames,
      registers,
      collect() {
        for (const { name, usage } of stores) this.set({ cache: name }, usage().bytes);
      },
    });
    new Gauge({
      name: 'hubbub_cache_entries',
      help: 'Number of cached entries.',
      labelNames,
      registers,
      collect() {
        for (const { name, usage } of stores) this.set({ cache: name }, usage().entries);
      },
    });
  }

  /** Opens a store. */
  open<Key extends string | number, Value extends NonNullable<unknown>>(
    options: CacheOptions<Key, Value>,
  ): Cache<Key, Value> {
    const maxSize = this.#claim(options.share);
    const hits = this.#asked.labels({ cache: options.name, outcome: 'hit' });
    const misses = this.#asked.labels({ cache: options.name, outcome: 'miss' });
    const evictions = this.#evicted.labels({ cache: options.name });
    const organizationOf = options.organizationOf ?? ((key: Key) => beforeSpace(String(key)));
    const lru = new LRUCache<Key, Value>({
      maxSize,
      sizeCalculation: (value, key) => ENTRY_BYTES + Math.ceil(options.sizeOf(value, key)),
      dispose: (_value, _key, reason) => {
        if (reason === 'evict') evictions.inc();
      },
    });
    const forget = (organizationIds: ReadonlySet<string>) => {
      for (const [key, value] of lru.entries()) {
        if (organizationIds.has(organizationOf(key, value))) lru.delete(key);
      }
    };
    this.#stores.push({
      name: options.name,
      usage: () => ({ bytes: lru.calculatedSize, entries: lru.size }),
      forget,
    });
    return {
      get(key) {
        const value = lru.get(key);
        (value === undefined ? misses : hits).inc();
        return value;
      },
      peek: (key) => lru.peek(key),
      has: (key) => lru.has(key),
      set: (key, value) => void lru.set(key, value),
      delete: (key) => void lru.delete(key),
      forget,
    };
  }

  /** Takes part in the budget with a store of one's own. @returns the bytes it may take */
  join({ share, ...store }: Budget): number {
    this.#stores.push(store);
    return this.#claim(share);
  }

  /** Forgets all of some organizations. */
  forget(organizationIds: ReadonlySet<string>): void {
    for (const store of this.#stores) store.forget(organizationIds);
  }

  #claim(share: number): number {
    this.#shares += share;
    if (this.#shares > 100) throw new Error('the caches claim more than CACHE_MB in total');
    return Math.floor((this.#bytes * share) / 100);
  }
}

function beforeSpace(key: string): string {
  const space = key.indexOf(' ');
  return space < 0 ? key : key.slice(0, space);
}
