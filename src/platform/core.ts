import type { Logger } from 'pino';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { Credentials } from './credentials/credentials.ts';
import { FailedAttempts } from './credentials/failed-attempts.ts';
import { loadSecretBox } from './credentials/secret-box.ts';
import { Database } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { endsWithin } from './ends-within.ts';
import { Feed } from './events/feed.ts';
import { LogReaders } from './events/log-reader.ts';
import { Notifier } from './events/notifier.ts';
import { OrganizationState } from './events/organization-state.ts';
import { IdempotentAnswers } from './http/idempotency.ts';
import { type Declarations, findDeclarations } from './http/registry.ts';
import { JobQueue } from './jobs/queue.ts';
import { Metrics } from './metrics.ts';
import type { Services } from './services.ts';

/** Work in the background gets this long to end; it is cut off then, and taken up again at the next start. */
const CLOSE_MS = 1000;

/** What the program is started with. */
export interface CoreOptions {
  config: Config;
  log: Logger;
  connectionString: string;
  clock?: Clock;
  /** Folders under `src` that declare operations, jobs and log readers. */
  parts: readonly string[];
  /** Whether this process serves (runs jobs, hears of other processes) or is a command that comes and goes. */
  serving: boolean;
}

/** Everything but HTTP: what commands use, and what the server stands on. */
export interface Core {
  services: Services;
  declarations: Declarations;
  /** Sets the address that `services.publicUrl()` gives while none is configured. */
  listensAt(url: string): void;
  /** Lets whoever waits answer now. */
  beginClosing(): void;
  /** Ends what runs in the background and closes the connections to the database; never takes longer than a few seconds. */
  close(): Promise<void>;
}

/**
 * Connects the parts below HTTP: database, event log, jobs, credentials.
 * @throws what a part could not start for; nothing of the others is left running then
 */
export async function openPlatform(options: CoreOptions): Promise<Core> {
  const { config, log, connectionString, clock = systemClock, parts, serving } = options;
  await migrate(connectionString);
  const declarations = await findDeclarations(parts);
  const secrets = await loadSecretBox(config);
  const jobs = new JobQueue({ connectionString, definitions: declarations.jobs, log, supervise: serving });
  const database = new Database({ connectionString, clock, log, writeJobs: jobs.write });
  const feed = new Feed(database.reader, log);
  const notifier = new Notifier({ connectionString, pool: database.pool, feed, log });
  const state = new OrganizationState(database.reader, feed);
  const closing = new AbortController();
  let publicUrl = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const services: Services = {
    config,
    log,
    clock,
    database,
    feed,
    state,
    credentials: new Credentials(database.reader, state),
    guesses: new FailedAttempts(config.rateLimits),
    secrets,
    answers: new IdempotentAnswers(secrets),
    jobs,
    metrics: new Metrics(),
    publicUrl: () => publicUrl,
    closing: closing.signal,
  };
  database.onCommit(({ events, jobs: queued }) => {
    if (events.length > 0) {
      feed.accept(events);
      notifier.committed(events);
    }
    jobs.wake(queued);
  });
  const readers = new LogReaders(services, declarations.readers);

  async function close(): Promise<void> {
    closing.abort();
    const inOrder = async () => {
      await readers.stop();
      await jobs.stop();
      await notifier.stop();
    };
    if (!(await endsWithin(CLOSE_MS, inOrder()))) log.warn('work in the background does not end; it is cut off');
    feed.stop();
    await database.close();
  }

  if (serving) {
    try {
      await notifier.listen();
      await jobs.work(services);
      readers.start();
    } catch (error) {
      await close();
      throw error;
    }
  }
  return {
    services,
    declarations,
    listensAt(url) {
      if (!config.publicUrl) publicUrl = url;
    },
    beginClosing: () => closing.abort(),
    close,
  };
}
