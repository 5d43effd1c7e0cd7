/** Serialization failure and deadlock: nothing was written, and PostgreSQL asks for the same to be run again. */
const RETRYABLE = new Set(['40001', '40P01']);
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
