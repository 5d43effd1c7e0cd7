import { registerHooks } from 'node:module';

/**
 * The unmodified `@onfleet/node-onfleet`. Its release 1.4.0 says `assert { type: 'json' }`, which Node 22 and later
 * no longer read, so the words are exchanged while the file is loaded; on disk it stays as it was published.
 */
registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes('/@onfleet/node-onfleet/') || !url.endsWith('.js') || loaded.source == null) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString('utf8');
    return { ...loaded, source: source.replaceAll(/\bassert \{/g, 'with {') };
  },
});

/** A method of a resource, as the client has it. */
// biome-ignore lint/suspicious/noExplicitAny: the package has no types
export type OnfleetMethod = (...args: any[]) => Promise<any>;

/** The client, resource by resource. */
export type OnfleetClient = Record<
  | 'admins'
  | 'administrators'
  | 'containers'
  | 'customfields'
  | 'destinations'
  | 'hubs'
  | 'organization'
  | 'recipients'
  | 'routeplan'
  | 'tasks'
  | 'teams'
  | 'webhooks'
  | 'workers',
  Record<string, OnfleetMethod>
> & { verifyKey(): Promise<boolean> };

/** A client of the package for the local server. */
export async function onfleet(access: { url: string; api_key: string }): Promise<OnfleetClient> {
  const name = '@onfleet/node-onfleet';
  const { default: Onfleet } = await import(name);
  return new Onfleet(access.api_key, 70_000, null, access.url, '/api', '/v2') as OnfleetClient;
}

/**
 * Form of an API error in this client: its error classes are arrow functions, so `new` on them fails, and a caller only
 * sees which class was chosen.
 */
export const apiErrorOf =
  (name: 'HttpError' | 'PermissionError' | 'RateLimitError' | 'ServiceError') =>
  (error: Error): boolean =>
    error instanceof TypeError && error.message === `${name} is not a constructor`;
