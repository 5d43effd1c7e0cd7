import { pause, pauseBefore } from './pause.ts';

/** A function like `fetch` that takes a whole request. */
export type Send = (request: Request) => Promise<Response>;

/** How often a request is sent. */
export interface RetryOptions {
  /** Times that a request is sent at most; 5 by default, 1 for no retries. */
  attempts?: number;
}

/**
 * Repeats requests that are refused for the moment (429, 503), and those whose connection breaks if a repeat does
 * nothing twice. A `POST` gets an `Idempotency-Key`, unless it has one: the server then answers a repeat with the first
 * answer.
 */
export function withRetries(send: Send, { attempts = 5 }: RetryOptions = {}): Send {
  return async (original) => {
    if (original.method === 'POST' && !original.headers.has('idempotency-key'))
      original.headers.set('idempotency-key', crypto.randomUUID());
    for (let attempt = 1; ; attempt++) {
      const isLast = attempt >= attempts;
      let asked: string | null = null;
      try {
        const response = await send(isLast ? original : original.clone());
        if (isLast || (response.status !== 429 && response.status !== 503)) return response;
        asked = response.headers.get('retry-after');
        await response.body?.cancel();
      } catch (error) {
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
