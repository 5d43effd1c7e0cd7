import { signal } from '@preact/signals';
import { Refusal, type RequestOptions, send } from '../../shared/session/request.ts';
import { loadSession, sessionEnded } from '../../shared/session/session.ts';

/** Since when the server cannot be reached; undefined while it can, or was not asked yet. */
export const offlineSince = signal<number>();

// A request would find out only when its line is given up.
addEventListener('offline', () => {
  offlineSince.value ??= Date.now();
});

/** A line that is open and carries nothing is as good as none. */
const PATIENCE_MS = 60_000;

/**
 * Sends a request of the driver's, and notes whether the server can be reached and who it says is there.
 * @throws {Refusal} what the server says; another error when it cannot be reached
 */
export async function call<T>(path: string, options: RequestOptions = {}): Promise<T> {
  try {
    const answer = await send<T>(path, { signal: AbortSignal.timeout(PATIENCE_MS), ...options });
    offlineSince.value = undefined;
    return answer;
  } catch (error) {
    noteAnswer(error);
    throw error;
  }
}

/** Updates the state of connection and session after a failed request. */
export function noteAnswer(error: unknown): void {
  if (!(error instanceof Refusal)) {
    offlineSince.value ??= Date.now();
    return;
  }
  offlineSince.value = undefined;
  if (error.status === 401) sessionEnded();
  // Whoever is a driver no more is told so by the session.
  if (error.status === 403) void loadSession();
}
