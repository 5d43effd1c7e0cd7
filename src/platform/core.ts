import { userInfo } from 'node:os';
import type { Logger } from 'pino';
import { writeEntries } from './audit/actions.ts';
import { keepArchive } from './backup/archiver.ts';
import { Caches } from './caches.ts';
import { Cells } from './cells/cells.ts';
import { type Clock, systemClock } from './clock.ts';
import { ConfigError } from './config/setting.ts';
import type { Config } from './config.ts';
import { Credentials } from './credentials/credentials.ts';
import { FailedAttempts } from './credentials/failed-attempts.ts';
import { refuseOtherKey, saveKeyCheck } from './credentials/key-check.ts';
import { findSecretBox, loadSecretBox } from './credentials/sealing-keys.ts';
import type { SecretBox } from './credentials/secret-box.ts';
import { displayPath } from './data-folder.ts';
import type { Origin } from './db/audit-entry.ts';
import { Database } from './db/database.ts';
import { migrate, requireTables } from './db/migrate.ts';
import { endsWithin } from './ends-within.ts';
import { Feed } from './events/feed.ts';
import { appendEvents, nameChanges, takePosition } from './events/log.ts';
import { LogReaders } from './events/log-readers.ts';
import { dropPromise, passInUse } from './events/log-weeks.ts';
import { Notifier } from './events/notifier.ts';
import { OrganizationState } from './events/organization-state.ts';
import { Signals } from './events/signals.ts';
import { Tails } from './events/tails.ts';
import { IdempotentAnswers } from './http/idempotency.ts';
import { type Declarations, findDeclarations } from './http/registry.ts';
import { readExternalDatabase, recordExternalDatabase } from './installation.ts';
import { JobQueue } from './jobs/queue.ts';
import { Metrics } from './metrics.ts';
import { beginSettling } from './moves/settle-moves.ts';
import { earlierHosts } from './organizations/earlier-hosts.ts';
import { isOpenOrganization } from './organizations/hosts.ts';
import { listHosts } from './organizations/organizations.ts';
import { watchDisk } from './postgres/disk-space.ts';
import { describeProcess, refuseUnfitStart } from './processes/admission.ts';
import { beginPresence, keepPresent } from './processes/presence.ts';
import type { ServingProcess } from './processes/process.ts';
import type { Services } from './services.ts';
import type { Tracer } from './tracing/tracer.ts';

/** Work in the background gets this long to end; it is cut off then, and taken up again at the next start. */
const CLOSE_MS = 1000;

/** Options for starting the program. */
export interface CoreOptions {
  config: Config;
  log: Logger;
  connectionString: string;
  /** Folder of the own PostgreSQL's files: the free space on its disk is watched. */
  databaseFolder?: string | undefined;
  clock?: Clock;
  /** Folders under `src` that declare operations, jobs and log readers. */
  parts: readonly string[];
  /** Whether this process serves (runs jobs, listens to other processes) or is a command that comes and goes. */
  serving: boolean;
  /** Whether a database without tables gets them; else it is refused. */
  mayInstall?: boolean;
  /** Whether the key and the other processes are looked at; not where a backup was restored, which may be of another key. */
  isChecked?: boolean;
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
  const { secrets, presence } = await openDatabase(options);
  const declarations = await findDeclarations(parts);
  const tracer = serving ? await openTracer(config, log) : undefined;
  // Nobody waits for a command but whoever typed it.
  const statementMs = serving ? config.databaseStatementSeconds * 1000 : undefined;
  const database: Database = new Database({
    connectionString,
    clock,
    log,
    eventLog: { takePosition, appendEvents, nameChanges },
    writeJobs: (client, queued) => jobs.write(client, queued),
    writeAudit: writeEntries,
    origin: serving ? BY_ITSELF : byCommand(),
    writers: config.databaseWriters,
    readers: config.databaseReaders,
    statementMs,
    slowMs: config.slowMs,
    tracer,
  });
  const { availability } = database;
  const jobs = new JobQueue({
    connectionString,
    definitions: declarations.jobs,
    availability,
    log,
    connections: serving ? config.databaseJobConnections : 2,
    statementMs,
    supervise: serving,
    isObsolete: isOfShutOrganization,
  });
  const metrics = new Metrics();
  const caches = new Caches(config.cacheMb, metrics.registry);
  const feed = new Feed({ reader: database.reader, log, availability, tails: new Tails(caches) });
  feed.onForget((organizationIds) => caches.forget(organizationIds));
  const wakeJobs = (queues: readonly string[]) => jobs.wake(queues);
  const signals = new Signals();
  const notifier = new Notifier({ connectionString, database, feed, signals, wakeJobs });
  const state = new OrganizationState(database.reader, feed, caches);
  const closing = new AbortController();
  let publicUrl = config.publicUrl ?? namedUrl(config, `http://${config.host}:${config.port}`);
  const services: Services = {
    config,
    log,
    clock,
    database,
    feed,
    signals,
    state,
    credentials: new Credentials(database.reader, state, caches),
    guesses: new FailedAttempts({
      database,
      clock,
      log,
      perMinute: config.rateLimits ? config.failedSignInsPerMinute : undefined,
    }),
    secrets,
    answers: new IdempotentAnswers(secrets),
    jobs,
    metrics,
    tracer,
    caches,
    publicUrl: () => publicUrl,
    cells: cellsOf(options, database, metrics),
    earlierHosts: [],
    atClose: [],
    isDraining: false,
    closing: closing.signal,
  };
  database.onCommit((committed) => {
    feed.accept(committed.events);
    notifier.committed(committed);
    jobs.wake(committed.jobs);
  });
  const readers = new LogReaders(services, declarations.readers);
  const endPresence = presence && keepPresent(database, presence);

  const { databaseFolder } = options;
  const unwatchDisk = databaseFolder
    ? watchDisk(databaseFolder, config.diskReserveMib, (isLow) => availability.diskIsLow(isLow))
    : () => undefined;

  async function close(): Promise<void> {
    closing.abort();
    unwatchDisk();
    const inOrder = async () => {
      await readers.stop();
      await jobs.stop();
      await Promise.all(services.atClose.map((work) => work()));
      await tracer?.close();
      await notifier.stop();
      await endPresence?.();
    };
    if (!(await endsWithin(CLOSE_MS, inOrder()))) log.warn('background work did not end in time and is cut off');
    await services.cells?.close();
    feed.stop();
    await database.close();
  }

  try {
    await database.checkReadOnly();
    services.earlierHosts = await earlierHosts(database, new URL(publicUrl).hostname, serving);
    await services.cells?.open(serving);
    if (serving) {
      await database.transaction(dropPromise).catch(passInUse);
      await notifier.listen();
      await jobs.work(services);
      readers.start();
      keepArchive(services, { connectionString, databaseFolder });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    services,
    declarations,
    listensAt(url) {
      if (!config.publicUrl) publicUrl = namedUrl(config, url);
    },
    beginClosing: () => closing.abort(),
    close,
  };
}

/** @throws {ConfigError} where there are cells, and it is not said which of them this is */
function cellsOf(
  { config, log, clock = systemClock }: CoreOptions,
  database: Database,
  { registry }: Metrics,
): Cells | undefined {
  const { cellDirectoryUrl: directoryUrl, cellName: name, publicUrl } = config;
  if (directoryUrl === undefined) return undefined;
  if (name === undefined)
    throw new ConfigError('CELL_NAME is missing: with CELL_DIRECTORY_URL, it says which cell this installation is.');
  return new Cells({
    name,
    directoryUrl,
    publicUrl: publicUrl!,
    database,
    log,
    registry,
    loadHosts: listHosts,
    beginSettling: () => beginSettling({ config, database, clock, publicUrl: () => publicUrl! }),
  });
}

/** Brings the tables and the key to where a start needs them, unless something stands against it: then nothing has been written. */
async function openDatabase({
  config,
  connectionString,
  serving,
  mayInstall = false,
  isChecked = true,
}: CoreOptions): Promise<{ secrets: SecretBox; presence: (() => ServingProcess) | undefined }> {
  const { databaseUrl, dataDir } = config;
  const isSeenByOthers = serving && databaseUrl !== undefined;
  let secrets: SecretBox | undefined;
  let presence: (() => ServingProcess) | undefined;
  await migrate(connectionString, {
    async before(client) {
      if (!mayInstall)
        await requireTables(
          client,
          databaseUrl === undefined ? displayPath(dataDir) : 'the database that DATABASE_URL names',
        );
      if (!isChecked) return;
      secrets = await findSecretBox(config);
      await refuseOtherKey(client, secrets, config);
      const id = (await readExternalDatabase(dataDir))?.id;
      await refuseUnfitStart(client, { config, secrets, id: serving ? (id ?? '') : id, serves: serving });
    },
    async after(client) {
      secrets ??= await loadSecretBox(config);
      const place =
        databaseUrl !== undefined && mayInstall ? await recordExternalDatabase(dataDir, databaseUrl) : undefined;
      if (!isChecked) return;
      await saveKeyCheck(client, secrets);
      if (!isSeenByOthers || !place) return;
      const start = { config, secrets, id: place.id, serves: true };
      presence = () => describeProcess(start);
      await beginPresence(client, presence());
    },
  });
  return { secrets: secrets!, presence };
}

/** Whether a job is about an organization that is being deleted: nobody is to hear of it any more. */
async function isOfShutOrganization({ database }: Services, data: { organizationId?: unknown }): Promise<boolean> {
  const { organizationId } = data;
  return typeof organizationId === 'string' && !(await isOpenOrganization(database.reader, organizationId));
}

/** Loaded only where it is wanted. */
async function openTracer(config: Config, log: Logger): Promise<Tracer | undefined> {
  const { otlpEndpoint: endpoint, otlpHeaders: headers, otlpServiceName: serviceName, traceShare: share } = config;
  if (endpoint === undefined) return undefined;
  const { Tracer } = await import('./tracing/tracer.ts');
  return new Tracer({ endpoint, headers, serviceName, share, log });
}

/** Origin of the server's own actions. */
const BY_ITSELF: Origin = { actor: { kind: 'server', id: null, name: null }, address: null, userAgent: null };

/** A command, with the account of the system that runs it. */
function byCommand(): Origin {
  let name: string | null = null;
  try {
    name = userInfo().username;
  } catch {
    // A number without a name, as in some containers.
  }
  return { actor: { kind: 'command', id: null, name }, address: null, userAgent: null };
}

/** Names of organizations stand before the name of this machine, where there is no other: an IP address takes none. */
function namedUrl({ organizationAddresses }: Config, url: string): string {
  return organizationAddresses ? url.replace(/^http:\/\/(?:127\.0\.0\.1|\[::1\])(?=:|$)/, 'http://localhost') : url;
}
