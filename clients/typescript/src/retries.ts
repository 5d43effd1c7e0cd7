import { pause, pauseBefore } from './pause.ts';

/** A function like `fetch` that takes a whole request. */
export type Send = (request: Request) => Promise<Response>;

/** How often a request is sent. */
export interface RetryOptions {
  /** Times that a request is sent at most; 5 by default, 1 for no retries. */
  attempts?: number;
}

/** Statuses of a server that has done nothing yet. */
const REFUSED = [429, 503];
/** Statuses of a proxy whose server has broken off or is silent: the request may have been done. */
const LOST = [502, 504];

/** `fetch` throws a `TypeError` when a connection breaks, as a mistake in a program does: these are of connections. */
const connectionErrors = new WeakSet<object>();

/** Returns true for an error that the connection of a request had. */
export const isOfConnection = (error: unknown): boolean => connectionErrors.has(error as object);

/**
 * Repeats requests that are refused for the moment (429, 503), and those whose connection breaks (502 or 504 behind a
 * proxy) if a repeat does nothing twice. A `POST` gets an `Idempotency-Key`, unless it has one: the server then answers
 * a repeat with the first answer.
 */
export function withRetries(send: Send, { attempts = 5 }: RetryOptions = {}): Send {
  return async (original) => {
    if (original.method === 'POST' && !original.headers.has('idempotency-key'))
      original.headers.set('idempotency-key', crypto.randomUUID());
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      let asked: string | null = null;
      try {
        const response = await wholeAnswer(await send(isLast ? original : original.clone()));
        const { status } = response;
        const isForNow = REFUSED.includes(status) || (LOST.includes(status) && isRepeatable(original));
        if (isLast || !isForNow) return response;
        asked = response.headers.get('retry-after');
        await response.body?.cancel();
      } catch (error) {
        connectionErrors.add(error as object);
        if (isLast || original.signal.aborted || !isRepeatable(original)) throw error;
      }
      await pause(pauseBefore(attempt, asked), original.signal);
      original.signal.throwIfAborted();
    }
  };
}

/** Returns true if a request that may have been done already can be sent again. */
function isRepeatable({ method, headers }: Request): boolean {
  return method === 'GET' || headers.has('idempotency-key') || (method === 'PUT' && !headers.has('if-match'));
}

/** Reads an answer in JSON to its end: one that is cut off is a broken connection. */
async function wholeAnswer(response: Response): Promise<Response> {
  if (!response.body || !response.headers.get('content-type')?.includes('json')) return response;
  const { status, statusText, headers } = response;
  return new Response(await response.arrayBuffer(), { status, statusText, headers });
}
