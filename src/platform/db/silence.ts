import type pg from 'pg';
import type { DriverClient } from './driver-client.ts';

/**
 * A connection whose network is gone without a word. Where nothing was sent since, the operating system finds it out by asking, from
 * ten seconds on; what was sent it sends again for a quarter of an hour, and a proxy between may take it for ever.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** To cancel a statement, and for the way of the answer. */
const GRACE_MS = 5000;

/** How long a connection may say nothing while an answer is waited for: longer than PostgreSQL lets a statement take. */
export const silenceFor = (statementMs: number) => statementMs + Math.min(statementMs, GRACE_MS);

/**
 * Ends a connection that says nothing for longer than PostgreSQL lets a statement take (`statement_timeout`), while an answer of it is
 * waited for: whoever waits gets an error of a lost database. The socket's own timer counts, so a statement costs no further one.
 */
export function endWhenSilent(client: pg.ClientBase, statementMs: number): void {
  const inside = client as DriverClient;
  const { stream } = inside.connection;
  const silentMs = silenceFor(statementMs);
  stream.setTimeout(silentMs, () => {
    const heard = stream.bytesRead;
    // A process that stood still itself reads first what came meanwhile.
    setImmediate(() => {
      if (stream.bytesRead !== heard || inside.readyForQuery !== false) return;
      const error = new Error(`the database has said nothing for ${Math.round(silentMs / 1000)} seconds`);
      stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
    });
  });
}
