import { Refusal, type RequestOptions } from '../../shared/session/request.ts';
import { request } from '../../shared/session/session.ts';

/** Between tries: long enough in all for a minute's budget of requests to begin anew. */
const WAITS_MS = [1000, 2000, 5000, 10_000, 15_000, 15_000, 15_000];

interface RetryOptions extends RequestOptions {
  /** It is not sent again from then on. */
  until?: number;
}

/**
 * One request of many: waits where there were too many of them, and tries again where the server cannot be reached. What changes
 * something carries an `idempotencyKey`, so that a try after a lost answer does nothing a second time.
 */
export async function requestWithRetries<T>(path: string, { until, ...options }: RetryOptions = {}): Promise<T> {
  for (const wait of WAITS_MS) {
    try {
      return await request<T>(path, options);
    } catch (error) {
      if (options.signal?.aborted || !isPassing(error)) throw error;
      await pause(wait, options.signal);
      // By the clock: a computer that slept has waited for longer.
      if (until !== undefined && Date.now() >= until) throw error;
    }
  }
  return request<T>(path, options);
}

/** Returns true for temporary errors: no response, too many requests, a lock, an unavailable server. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Refusal)) return true;
  return error.status === 429 || error.status >= 502;
}

async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  signal?.throwIfAborted();
}
