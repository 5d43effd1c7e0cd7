import { Counter, Gauge, type Registry } from 'prom-client';
import { freeBytes } from '../../platform/postgres/disk-space.ts';
import { releases } from '../../platform/releases/newest-release.ts';
import type { Services } from '../../platform/services.ts';
import { VERSION } from '../../platform/version.ts';
import { certificateEnd } from './certificate-end.ts';
import { type Look, lookingAt } from './look.ts';

type Labels = Record<string, string>;
/** A value, and what it is the value of. */
type Sample = readonly [value: number, labels?: Labels];

interface MetricOptions {
  name: string;
  help: string;
  labelNames?: string[];
}

/**
 * Adds to `GET /metrics` what an operator alarms on (docs/operators/watch.md, "Observation"): what waits and for how long, how the
 * database is, and when the last backup was. All of it is found out when it is asked for.
 */
export function observeServer(services: Services): void {
  const { registry } = services.metrics;
  const look = lookingAt(services);
  // First: what is asked of the database for the others would count as waiting.
  observeProcess(services);
  gauge(registry, { name: 'hubbub_build_info', help: 'Version of this Hubbub.', labelNames: ['version'] }, () => [
    [1, { version: VERSION }],
  ]);
  gauge(
    registry,
    {
      name: 'hubbub_newer_version',
      help: 'Newer version of Hubbub reported by RELEASES_URL.',
      labelNames: ['version'],
    },
    () => {
      const newest = releases(services).known();
      return newest && 'version' in newest && newest.isNewer ? [[1, { version: newest.version }]] : [];
    },
  );
  gauge(registry, { name: 'hubbub_database_up', help: '1 if the database responds, else 0.' }, async () => [
    [(await look()) ? 1 : 0],
  ]);
  const seen = (options: MetricOptions, samples: (look: Look) => Sample[]) =>
    gauge(registry, options, async () => {
      const found = await look();
      return found ? samples(found) : [];
    });
  observeWork(seen);
  observeMoves(services, seen);
  observePostgres(registry, look, seen);
}

/** Registers how the directory of cells is, where there are cells. */
function observeCells({ cells, metrics: { registry } }: Services): void {
  gauge(
    registry,
    { name: 'hubbub_cell_directory_up', help: '1 if the cell directory responds, else 0; absent without cells.' },
    () => (cells ? [[cells.state.readAt !== undefined && cells.state.problem === undefined ? 1 : 0]] : []),
  );
  gauge(
    registry,
    {
      name: 'hubbub_cell_directory_read_timestamp_seconds',
      help: 'Time at which this process last read the cell directory, 0 if not since its start; absent without cells.',
    },
    () => (cells ? [[(cells.state.readAt?.getTime() ?? 0) / 1000]] : []),
  );
}

/** Registers the metrics of this process. */
function observeProcess(services: Services): void {
  const {
    config: { dataDir },
    database,
    feed,
    metrics: { registry },
  } = services;
  gauge(registry, { name: 'hubbub_disk_free_bytes', help: 'Free space on the disk of DATA_DIR.' }, async () => {
    const free = await freeBytes(dataDir).catch(() => undefined);
    return free === undefined ? [] : [[free]];
  });
  observeCells(services);
  gauge(
    registry,
    {
      name: 'hubbub_certificate_end_timestamp_seconds',
      help: 'End of the certificate of PUBLIC_URL, read once an hour; absent without one or while it cannot be read.',
    },
    async () => {
      const end = await certificateEnd(services);
      return end === undefined ? [] : [[end.getTime() / 1000]];
    },
  );
  gauge(
    registry,
    {
      name: 'hubbub_database_connections',
      help: 'Connections of this process by pool and state; waiting: requests waiting for a connection.',
      labelNames: ['pool', 'state'],
    },
    () =>
      database
        .connections()
        .flatMap(({ pool, idle, used, waiting }) =>
          Object.entries({ idle, used, waiting }).map(([state, count]): Sample => [count, { pool, state }]),
        ),
  );
  gauge(
    registry,
    {
      name: 'hubbub_log_compared_seconds',
      help: 'Seconds since this process last compared its state of the event log with the table (done every 2 s).',
    },
    () => [[feed.comparedSeconds()]],
  );
}

type Seen = (options: MetricOptions, samples: (look: Look) => Sample[]) => void;

/** Registers the metrics of pending work. */
function observeWork(seen: Seen): void {
  const labelNames = ['queue'];
  const byQueue = (value: 'due' | 'failed' | 'oldestSeconds') => (look: Look) =>
    look.queues.map((row): Sample => [row[value], { queue: row.queue }]);
  seen({ name: 'hubbub_jobs_due', help: 'Background jobs that are due.', labelNames }, byQueue('due'));
  seen({ name: 'hubbub_jobs_failed', help: 'Background jobs that failed for good.', labelNames }, byQueue('failed'));
  seen(
    { name: 'hubbub_job_oldest_seconds', help: 'Waiting time of the oldest due background job.', labelNames },
    byQueue('oldestSeconds'),
  );
  seen(
    { name: 'hubbub_webhook_deliveries_due', help: 'Due deliveries to webhooks whose receivers respond.' },
    ({ deliveries }) => [[deliveries.due]],
  );
  seen(
    { name: 'hubbub_webhook_oldest_seconds', help: 'Waiting time of the oldest due webhook delivery.' },
    ({ deliveries }) => [[deliveries.oldestSeconds]],
  );
  seen(
    {
      name: 'hubbub_log_reader_behind_seconds',
      help: 'Age of the oldest event that a background reader of the log has not read yet.',
      labelNames: ['reader'],
    },
    ({ behind }) => behind.map(({ reader, seconds }) => [seconds, { reader }]),
  );
  seen(
    {
      name: 'hubbub_outbox_oldest_seconds',
      help: 'Waiting time of the oldest due SMS or e-mail.',
      labelNames: ['channel'],
    },
    ({ outbox }) => outbox.map(({ channel, oldestSeconds }) => [oldestSeconds, { channel }]),
  );
  seen(
    {
      name: 'hubbub_outbox_failed',
      help: 'SMS and e-mails written in the last 24 hours that could not be sent.',
      labelNames: ['channel'],
    },
    ({ outbox }) => outbox.map(({ channel, failed }) => [failed, { channel }]),
  );
  seen(
    { name: 'hubbub_backup_timestamp_seconds', help: 'Start time of the last good backup; absent if there is none.' },
    ({ backup }) => (backup ? [[backup.getTime() / 1000]] : []),
  );
}

/** Registers the moves of organizations that are not over. */
function observeMoves({ clock }: Services, seen: Seen): void {
  seen(
    {
      name: 'hubbub_organization_moves_unfinished',
      help: 'Unfinished moves of organizations to another cell (out) or from one (in), by state.',
      labelNames: ['direction', 'state'],
    },
    ({ moves }) =>
      [...Map.groupBy(moves, ({ isSource, state }) => `${isSource ? 'out' : 'in'} ${state}`)].map(([key, some]) => {
        const [direction, state] = key.split(' ') as [string, string];
        return [some.length, { direction, state }];
      }),
  );
  seen(
    {
      name: 'hubbub_organization_move_oldest_seconds',
      help: 'Time since the oldest unfinished move of an organization began, 0 if there is none.',
    },
    ({ moves }) => [[Math.max(0, ...moves.map(({ begunAt }) => (clock.now().getTime() - begunAt.getTime()) / 1000))]],
  );
}

/** Registers the metrics of the database. */
function observePostgres(registry: Registry, look: () => Promise<Look | undefined>, seen: Seen): void {
  seen({ name: 'hubbub_postgres_size_bytes', help: 'Size of the database.' }, ({ postgres }) => [[postgres.sizeBytes]]);
  seen(
    { name: 'hubbub_postgres_oldest_transaction_seconds', help: 'Duration of the oldest open transaction.' },
    ({ postgres }) => [[postgres.oldestTransactionSeconds]],
  );
  seen(
    { name: 'hubbub_postgres_sessions', help: 'Connections to the database by state.', labelNames: ['state'] },
    ({ sessions }) => sessions.map(({ state, count }) => [count, { state }]),
  );
  seen({ name: 'hubbub_postgres_standbys', help: 'Connected standbys.' }, ({ standbys }) => [[standbys.length]]);
  seen(
    {
      name: 'hubbub_postgres_standby_lag_bytes',
      help: 'Write-ahead log that a standby has not replayed.',
      labelNames: ['standby'],
    },
    ({ standbys }) =>
      standbys.flatMap(({ name, lagBytes }) => (lagBytes === null ? [] : [[lagBytes, { standby: name }]])),
  );
  const counted = (options: MetricOptions, samples: (look: Look) => Sample[]) =>
    counter(registry, options, async () => {
      const found = await look();
      return found ? samples(found) : [];
    });
  counted(
    { name: 'hubbub_postgres_transactions_total', help: 'Transactions by outcome.', labelNames: ['outcome'] },
    ({ postgres }) => [
      [postgres.committed, { outcome: 'committed' }],
      [postgres.rolledBack, { outcome: 'rolled back' }],
    ],
  );
  counted(
    { name: 'hubbub_postgres_blocks_total', help: 'Blocks read, by source.', labelNames: ['from'] },
    ({ postgres }) => [
      [postgres.blocksCached, { from: 'cache' }],
      [postgres.blocksRead, { from: 'system' }],
    ],
  );
  counted({ name: 'hubbub_postgres_deadlocks_total', help: 'Deadlocks.' }, ({ postgres }) => [[postgres.deadlocks]]);
  counted({ name: 'hubbub_postgres_wal_bytes_total', help: 'Write-ahead log written.' }, ({ postgres }) => [
    [postgres.walBytes],
  ]);
}

/** A gauge whose samples are found when it is asked for; none: it is not shown. */
function gauge(registry: Registry, options: MetricOptions, samples: () => Sample[] | Promise<Sample[]>): void {
  new Gauge<string>({
    ...options,
    registers: [registry],
    async collect() {
      const found = await samples();
      forget(this, options);
      for (const [value, labels = {}] of found) this.set(labels, value);
    },
  });
}

/** The same of a number that only grows, and that somebody else counts. */
function counter(registry: Registry, options: MetricOptions, samples: () => Promise<Sample[]>): void {
  new Counter<string>({
    ...options,
    registers: [registry],
    async collect() {
      const found = await samples();
      forget(this, options);
      for (const [value, labels = {}] of found) this.inc(labels, value);
    },
  });
}

/** Forgets all samples. (`reset` leaves a nought where there are no labels, which would be a value.) */
function forget(metric: Gauge<string> | Counter<string>, { labelNames = [] }: MetricOptions): void {
  if (labelNames.length > 0) metric.reset();
  else metric.remove();
}
