/** First pause before a retry, in milliseconds. */
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/** Returns the milliseconds before a retry: twice as long each time, with a random part so that clients spread out. */
export function pauseBefore(retry: number, retryAfter?: string | null): number {
  const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
  const asked = Number(retryAfter ?? 0) * 1000;
  return Math.max(growing, Number.isFinite(asked) ? asked : 0);
}

/** Waits; ends at once when the signal is aborted. */
export function pause(milliseconds: number, signal?: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
}
