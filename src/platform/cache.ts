import type { Cache, CacheOptions } from './caches.ts';
import { perServices } from './per-services.ts';
import type { Services } from './services.ts';

/**
 * Declares a store of each running program: `const cached = defineCache<string, Cached>({ name, share, sizeOf })`, asked as
 * `cached(services).get(key)`. It is bounded by its share of CACHE_MB, shown in `/metrics`, and forgets an organization
 * whose log this process no longer follows or that went back.
 */
export function defineCache<Key extends string | number, Value extends NonNullable<unknown>>(
  options: CacheOptions<Key, Value>,
): (services: Services) => Cache<Key, Value> {
  return perServices(({ caches }) => caches.open(options));
}
