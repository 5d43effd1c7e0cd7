/**
 * Serialization failure and deadlock: nothing was written, and PostgreSQL asks for the same to be run again. So it is with a foreign
 * key that refers to nothing: what it names was there when it was looked for and was deleted since; the next run finds that out and
 * says so in its API's words.
 */
const RETRYABLE = new Set(['40001', '40P01', '23503']);
const MAX_ATTEMPTS = 5;

/** Runs work again that met another transaction. */
export async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!RETRYABLE.has((error as { code?: string }).code ?? '') || attempt >= MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * Whether PostgreSQL refused a statement for what is in it (classes 2x, 40, 42), so that surely nothing was written and
 * another statement may succeed; a lost connection leaves that open.
 */
export function isRefusal(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && /^(2[0-9A-Z]|4[02])[0-9A-Z]{3}$/.test(code);
}
