import createClient, { type Client } from 'openapi-fetch';
import { basic, withoutSlash } from './credentials.ts';
import { dataOf, HubbubError } from './errors.ts';
import type { operations, paths, RoutePlanPage, Task } from './generated/dispatch.ts';
import { type RetryOptions, withRetries } from './retries.ts';
import { type Frame, readFrames } from './streams.ts';

/** The calls of the dispatch API: `GET('/workers')`, `POST('/tasks', …)`. */
export type DispatchCalls = Client<paths>;

/** Key of an organization or an administrator, or a worker's token, and how often requests are sent. */
export type DispatchOptions = RetryOptions & {
  /** Address of the server, without a path. */
  url: string;
  /** A function in the place of `fetch`. */
  fetch?: typeof globalThis.fetch;
} & ({ apiKey: string } | { workerToken: string });

type QueryOf<Id extends keyof operations> = operations[Id]['parameters'] extends { query?: infer Query }
  ? Omit<NonNullable<Query>, 'lastId'>
  : never;

/** A client of the dispatch API. */
export interface DispatchClient extends DispatchCalls {
  /** Iterates over tasks, page by page. `from` is in milliseconds since 1970. */
  tasks(query: QueryOf<'list-tasks'>): AsyncGenerator<Task>;
  /** Iterates over the open tasks of a worker. */
  workerTasks(workerId: string, query?: QueryOf<'list-worker-tasks'>): AsyncGenerator<Task>;
  /** Iterates over the open tasks of a team. */
  teamTasks(teamId: string, query?: QueryOf<'list-team-tasks'>): AsyncGenerator<Task>;
  /** Iterates over route plans. */
  routePlans(query?: QueryOf<'list-route-plans'>): AsyncGenerator<RoutePlanPage['routePlans'][number]>;
  /** Sends a picture of a delivery, as a worker; a completion names it by the ID. */
  upload(picture: Blob): Promise<{ uploadId: string }>;
  /**
   * Reads the live fleet: everything at first, then each change. It goes on after broken connections.
   * @throws {HubbubError} if the key has become invalid
   */
  live(options?: { signal?: AbortSignal }): AsyncGenerator<Frame>;
}

/** Makes a client of the dispatch API. */
export function createDispatchClient(options: DispatchOptions): DispatchClient {
  const { url, fetch, attempts } = options;
  const base = `${withoutSlash(url)}/api/v2`;
  const authorization = 'apiKey' in options ? basic(options.apiKey, '') : `Bearer ${options.workerToken}`;
  const send = withRetries((request) => (fetch ?? globalThis.fetch)(request), { attempts });
  const calls = createClient<paths>({ baseUrl: base, headers: { authorization }, fetch: send });
  return Object.assign(calls, {
    tasks: (query: QueryOf<'list-tasks'>) =>
      eachItem(
        (lastId) => dataOf(calls.GET('/tasks/all', { params: { query: { ...query, lastId } } })),
        ({ tasks }) => tasks,
      ),
    workerTasks: (workerId: string, query: QueryOf<'list-worker-tasks'> = {}) =>
      eachItem(
        (lastId) =>
          dataOf(
            calls.GET('/workers/{workerId}/tasks', { params: { path: { workerId }, query: { ...query, lastId } } }),
          ),
        ({ tasks }) => tasks,
      ),
    teamTasks: (teamId: string, query: QueryOf<'list-team-tasks'> = {}) =>
      eachItem(
        (lastId) =>
          dataOf(calls.GET('/teams/{teamId}/tasks', { params: { path: { teamId }, query: { ...query, lastId } } })),
        ({ tasks }) => tasks,
      ),
    routePlans: (query: QueryOf<'list-route-plans'> = {}) =>
      eachItem(
        (lastId) => dataOf(calls.GET('/routePlans', { params: { query: { ...query, lastId } } })),
        ({ routePlans }) => routePlans,
      ),
    async upload(picture: Blob) {
      const bytes = await picture.arrayBuffer();
      const headers = { 'content-type': picture.type, 'content-digest': await contentDigest(bytes) };
      return dataOf(
        calls.POST('/uploads', { body: picture as never, headers, bodySerializer: (body) => body as never }),
      );
    },
    live: ({ signal }: { signal?: AbortSignal } = {}) =>
      readLive((lastId, until) => {
        const headers = { authorization, ...(lastId === undefined ? {} : { 'last-event-id': lastId }) };
        return (fetch ?? globalThis.fetch)(`${base}/live`, { headers, ...(until ? { signal: until } : {}) });
      }, signal),
  });
}

/** Iterates over the items of pages, each of which names the last ID of the page before. */
async function* eachItem<Page extends { lastId?: string }, Item>(
  readPage: (lastId: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncGenerator<Item> {
  let lastId: string | undefined;
  do {
    const page = await readPage(lastId);
    yield* itemsOf(page);
    lastId = page.lastId;
  } while (lastId);
}

async function* readLive(open: Parameters<typeof readFrames>[0], signal?: AbortSignal): AsyncGenerator<Frame> {
  for await (const frame of readFrames(open, undefined, signal)) {
    if (frame.event !== 'end') yield frame;
    else if (frame.data.reason === 'session_ended')
      throw new HubbubError(401, { code: 'session_ended', msg: 'The key is no longer valid.' });
  }
}

async function contentDigest(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `sha-256=:${btoa(String.fromCharCode(...digest))}:`;
}
