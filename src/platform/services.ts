import type { Logger } from 'pino';
import type { Caches } from './caches.ts';
import type { Cells } from './cells/cells.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Credentials } from './credentials/credentials.ts';
import type { FailedAttempts } from './credentials/failed-attempts.ts';
import type { SecretBox } from './credentials/secret-box.ts';
import type { Database } from './db/database.ts';
import type { Feed } from './events/feed.ts';
import type { OrganizationState } from './events/organization-state.ts';
import type { Signals } from './events/signals.ts';
import type { IdempotentAnswers } from './http/idempotency.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Metrics } from './metrics.ts';
import type { Tracer } from './tracing/tracer.ts';

/** The parts of a running program, put together once by `app.ts` and handed to operations and jobs. */
export interface Services {
  config: Config;
  log: Logger;
  clock: Clock;
  database: Database;
  feed: Feed;
  signals: Signals;
  state: OrganizationState;
  credentials: Credentials;
  guesses: FailedAttempts;
  secrets: SecretBox;
  answers: IdempotentAnswers;
  jobs: JobQueue<Services>;
  caches: Caches;
  metrics: Metrics;
  /** Undefined: nothing is traced. */
  tracer: Tracer | undefined;
  /** URL of this server without a trailing slash. Known once it listens. */
  publicUrl(): string;
  /** This cell among the others; undefined where there are no cells. */
  cells: Cells | undefined;
  /** Hosts at which this server was reached before, without ports. */
  earlierHosts: readonly string[];
  /**
   * Actions after requests and jobs have ended, while the database is still available: they store the content of
   * memory.
   */
  atClose: (() => Promise<void>)[];
  /** True while the program serves as before, but wants no new clients: it closes after `DRAIN_SECONDS`. */
  isDraining: boolean;
  /** Aborted when the program begins to close: whoever waits for something answers now. */
  closing: AbortSignal;
}
