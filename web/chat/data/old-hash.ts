import { signal } from '@preact/signals';
import { isOldAddress } from '../../shared/old-address.ts';

const named = (): string | undefined => (isOldAddress(location.hash) ? location.hash : undefined);

/** The part after `#` of the page's address while it names a place as other clients write it (`old-addresses.ts`). */
export const oldHash = signal<string | undefined>(named());

// The last two are events of the router's.
for (const change of ['hashchange', 'popstate', 'pushState', 'replaceState'])
  addEventListener(change, () => {
    oldHash.value = named();
  });
