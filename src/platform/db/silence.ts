import type pg from 'pg';
import type { Availability } from './availability.ts';
import type { DriverClient } from './driver-client.ts';

/**
 * A connection whose network is gone without a word. Where nothing was sent since, the operating system finds it out by asking, from
 * ten seconds on; what was sent it sends again for a quarter of an hour, and a proxy between may take it for ever.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 } as const;

/** To cancel a statement, and for the way of the answer. */
const GRACE_MS = 5000;

/** Maximum silence of a connection while an answer is awaited: longer than PostgreSQL lets a statement take. */
export const silenceFor = (statementMs: number) => statementMs + Math.min(statementMs, GRACE_MS);

/**
 * After so long the database is asked on another connection whether it still speaks. With the patience of that question it is as
 * long as whoever has no connection waits for one: a database that is silent is told to all after the same time.
 */
const ASK_MS = 5000;

/**
 * Ends a connection that says nothing while an answer of it is waited for: when the database says nothing on another connection
 * either, or after longer than PostgreSQL lets a statement take (`statement_timeout`): it lets a commit wait for a standby
 * without end. Whoever waits gets an error of a lost
 * database. The socket's own timer counts, so a statement costs no further one.
 */
export function endWhenSilent(
  client: pg.ClientBase,
  { statementMs, availability }: { statementMs: number; availability: Availability },
): void {
  const inside = client as DriverClient;
  const { stream } = inside.connection;
  const silentMs = silenceFor(statementMs);
  const askMs = Math.min(ASK_MS, silentMs);
  let silence: { received: number; since: number } | undefined;

  const look = async () => {
    const isWaiting = () => inside.readyForQuery === false && !stream.destroyed;
    // A timeout that was shortened for one silence does not apply to the next statement.
    if (stream.timeout !== askMs) stream.setTimeout(askMs);
    if (!isWaiting()) return;
    if (silence?.received !== stream.bytesRead)
      silence = { received: stream.bytesRead, since: performance.now() - askMs };
    const { received, since } = silence;
    const isSpeaking = await availability.isSpeaking();
    if (stream.bytesRead !== received || !isWaiting()) return;
    const ms = performance.now() - since;
    if (isSpeaking && ms < silentMs) {
      stream.setTimeout(Math.min(askMs, silentMs - ms));
      return;
    }
    const error = new Error(`the database has said nothing for ${Math.round(ms / 1000)} seconds`);
    stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }));
  };
  // A process that stood still itself reads first what came meanwhile. Each silence counts: a listener that is given to
  // `setTimeout` hears of the first one alone.
  stream.on('timeout', () => setImmediate(() => void look()));
  stream.setTimeout(askMs);
}
