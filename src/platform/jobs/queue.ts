import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Availability } from '../db/availability.ts';
import type { JobWriter, NewJob } from '../db/new-job.ts';
import { KEEP_ALIVE, silenceFor } from '../db/silence.ts';
import { endsWithin } from '../ends-within.ts';
import { DueJobs } from './due-jobs.ts';
import { SCHEMA } from './schema.ts';
import { ensureTurnsIndex, turnsOf } from './turns-of-jobs.ts';

/**
 * Interval at which a worker looks by itself. Jobs are announced, and one statement checks all queues at once
 * (`due-jobs.ts`), so this only covers mistakes in those. (72 workers looking every second made 21 transactions a
 * second in an idle process, every minute still one.)
 */
const WORKER_POLL_SECONDS = 600;
/** Queues are looked after (jobs of killed processes given back, old ones deleted) this often. */
const SUPERVISE_SECONDS = 15;
/** Jobs that depend on others, which there are none of. */
const FLOW_SECONDS = 3600;
/** Maximum time for a job to end after its signal was aborted. */
const ABORT_MS = 500;

/**
 * A kind of background work; `defineJob` declares it. A job of a killed process is taken again by another worker: it
 * stops touching its heartbeat (10 s), and the monitor (every 15 s) gives it back, so within 30 s.
 */
export interface JobDefinition<Context, Data extends object = object> {
  queue: string;
  /** Seconds a single attempt may take before it counts as failed. */
  expireInSeconds: number;
  /** Further attempts after a failed one. */
  retryLimit: number;
  /** Seconds between attempts. */
  retryDelay: number;
  /** Jobs handled at a time by one process. */
  concurrency: number;
  /**
   * The data of every job has an `organizationId`, and turns go round by it: whoever queues many makes another organization's
   * first one wait for one job more than is running. `atOnceOfOne`: so many of one organization are handled at a time by all
   * processes, where a job may wait long for somebody else. Two that fetch at the same moment may take one more: pg-boss counts
   * what others have committed.
   */
  turns?: { atOnceOfOne?: number };
  /**
   * Every job has a `singletonKey`, and while one of it waits, another is not added. (pg-boss heeds a key by the policy of
   * the queue alone.)
   */
  isOncePerKey?: boolean;
  /** Also done for an organization that is shut: while it is imported, what it gave up must not wait on the disk. */
  isForShut?: boolean;
  /** Runs by itself on this schedule (five cron fields, UTC), once among all processes. */
  cron?: string;
  /** @param signal aborted when its time is over, or the program ends: it throws then, and is run again */
  handle(context: Context, data: Data, signal: AbortSignal): Promise<void>;
}

/** The job tables and their workers. */
export class JobQueue<Context> {
  readonly #boss: PgBoss;
  readonly #definitions: readonly JobDefinition<Context>[];
  readonly #workers = new Map<string, string[]>();
  readonly #running = new Set<AbortController>();
  readonly #due: DueJobs;
  readonly #isObsolete: (context: Context, data: object) => Promise<boolean>;
  readonly #availability: Availability;
  #started: Promise<unknown> | undefined;
  #stopping = false;

  constructor(options: {
    connectionString: string;
    definitions: readonly JobDefinition<Context>[];
    availability: Availability;
    log: Logger;
    /** Connections to the database at most. */
    connections: number;
    /** Maximum time of a statement; undefined: unlimited. */
    statementMs?: number | undefined;
    supervise: boolean;
    /** Whether a job is no longer to be done when it is taken: it ends without having been. */
    isObsolete?(context: Context, data: object): Promise<boolean>;
  }) {
    this.#definitions = options.definitions;
    this.#isObsolete = options.isObsolete ?? (async () => false);
    this.#availability = options.availability;
    // Its pool is its own: the driver counts the time of each statement, and a connection on which one is late is not used again.
    const inTime = options.statementMs && {
      statement_timeout: options.statementMs,
      query_timeout: silenceFor(options.statementMs),
    };
    this.#boss = new PgBoss({
      ...KEEP_ALIVE,
      ...inTime,
      connectionString: options.connectionString,
      schema: SCHEMA,
      max: options.connections,
      application_name: 'hubbub jobs',
      supervise: options.supervise,
      schedule: options.supervise,
      superviseIntervalSeconds: SUPERVISE_SECONDS,
      monitorIntervalSeconds: SUPERVISE_SECONDS,
      flowIntervalSeconds: FLOW_SECONDS,
      maintenanceIntervalSeconds: 3600,
    });
    this.#due = new DueJobs({
      ask: async (text, values) => (await this.#boss.getDb().executeSql(text, values)).rows,
      schema: SCHEMA,
      wake: (queues) => this.#wakeWorkers(queues),
      failed: (error) => options.availability.logFailure(error, 'due jobs could not be looked up'),
    });
    this.#boss.on('error', (error) => {
      if (options.availability.report(error)) return;
      // While it stops, its polls lose their connections; the jobs themselves are waited for.
      const level = this.#stopping ? 'debug' : 'error';
      options.log[level]({ err: error }, 'the job queue reported an error');
    });
    this.#boss.on('warning', (warning) => options.log.debug({ warning }, 'the job queue reported a warning'));
  }

  /** Makes sure that the tables and every declared queue are there. */
  start(): Promise<unknown> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    await this.#boss.start();
    await ensureTurnsIndex((text) => this.#boss.getDb().executeSql(text));
    const known = new Map((await this.#boss.getQueues()).map((queue) => [queue.name, queue]));
    const ensure = async (job: JobDefinition<Context>) => {
      const options = {
        retryLimit: job.retryLimit,
        retryDelay: job.retryDelay,
        expireInSeconds: job.expireInSeconds,
        heartbeatSeconds: 10,
        deleteAfterSeconds: 24 * 3600,
      };
      const policy = job.isOncePerKey ? 'short' : 'standard';
      const queue = known.get(job.queue);
      if (!queue) return this.#boss.createQueue(job.queue, { ...options, policy });
      // A start of the program that made them has nothing to say to PostgreSQL about them.
      if (!hasAll(queue, options)) await this.#boss.updateQueue(job.queue, options);
      if (queue.policy !== policy) await this.#changePolicy(job.queue, policy);
    };
    await Promise.all(this.#definitions.map(ensure));
  }

  /**
   * Changes the policy of an existing queue. pg-boss has no call for it; each job records the policy it was added with.
   */
  async #changePolicy(queue: string, policy: string): Promise<void> {
    await this.#boss.getDb().executeSql(`update ${SCHEMA}.queue set policy = $2 where name = $1`, [queue, policy]);
  }

  /** Begins to take jobs. */
  async work(context: Context): Promise<void> {
    await this.start();
    await Promise.all(this.#definitions.map((job) => this.#workOn(job, context)));
    await this.#keepSchedules();
    this.#due.start(this.#definitions.map(({ queue }) => queue));
  }

  async #workOn(job: JobDefinition<Context>, context: Context): Promise<void> {
    const options = {
      ...{ batchSize: 1, pollingIntervalSeconds: WORKER_POLL_SECONDS, heartbeatRefreshSeconds: 3 },
      ...(job.turns?.atOnceOfOne && { groupConcurrency: job.turns.atOnceOfOne }),
    };
    const workers: string[] = [];
    for (let n = 0; n < job.concurrency; n++) {
      const worker: string = await this.#boss.work<object | null>(job.queue, options, async ([taken]) => {
        if (taken) await this.#run(job, context, taken);
        // The next one at once, if there is one.
        if (!this.#stopping) this.#boss.notifyWorker(worker);
      });
      workers.push(worker);
    }
    this.#workers.set(job.queue, workers);
  }

  async #keepSchedules(): Promise<void> {
    const known = new Map((await this.#boss.getSchedules()).map(({ name, cron }) => [name, cron]));
    const changed = this.#definitions.filter(({ queue, cron }) => cron && cron !== known.get(queue));
    await Promise.all(changed.map(({ queue, cron }) => this.#boss.schedule(queue, cron!)));
  }

  /** Lets this process's workers look at once: there are new jobs, for now or for later. */
  wake(queues: readonly string[]): void {
    if (this.#stopping) return;
    this.#wakeWorkers(queues);
    this.#due.lookSoon();
  }

  #wakeWorkers(queues: readonly string[]): void {
    for (const queue of queues) {
      for (const worker of this.#workers.get(queue) ?? []) this.#boss.notifyWorker(worker);
    }
  }

  /** @see JobWriter */
  readonly write: JobWriter = async (client, jobs) => {
    await this.start();
    const db = {
      executeSql: async (text: string, values: unknown[] = []) => {
        const result = await client.query(text, values);
        return { rows: result.rows };
      },
    };
    for (const [queue, own] of Map.groupBy(jobs, (job) => job.queue)) {
      this.#checkKeys(queue, own);
      const hasTurns = this.#definitions.some((job) => job.queue === queue && job.turns);
      const turns = hasTurns ? await turnsOf(db, queue, own) : undefined;
      await this.#boss.insert(
        queue,
        own.map(({ data, startAfter, singletonKey }, n) => ({ data, startAfter, singletonKey, ...turns?.[n] })),
        { db },
      );
    }
  };

  /** @throws {Error} for a key that would do nothing, or one that is missing */
  #checkKeys(queue: string, jobs: readonly NewJob[]): void {
    const isOncePerKey = this.#definitions.find((job) => job.queue === queue)?.isOncePerKey ?? false;
    const isRight = jobs.every(({ singletonKey }) => (singletonKey !== undefined) === isOncePerKey);
    if (!isRight) throw new Error(`jobs of ${queue} ${isOncePerKey ? 'need a' : 'have no'} singletonKey`);
  }

  async #run(
    job: JobDefinition<Context>,
    context: Context,
    taken: { data: object | null; signal: AbortSignal },
  ): Promise<void> {
    const end = new AbortController();
    const expire = () => end.abort();
    taken.signal.addEventListener('abort', expire);
    this.#running.add(end);
    // Scheduled jobs are about no object.
    const data = taken.data ?? {};
    try {
      if (!job.isForShut && (await this.#isObsolete(context, data))) return;
      await job.handle(context, data, end.signal);
    } catch (error) {
      if (!this.#stopping) {
        this.#availability.logFailure(error, `a job of ${job.queue} failed`);
        // It is tried again after its delay.
        this.#due.lookSoon();
      }
      throw error;
    } finally {
      this.#running.delete(end);
      taken.signal.removeEventListener('abort', expire);
    }
  }

  /**
   * Takes no more jobs and waits for those that run. After `graceMs` their signals are aborted; one that does not heed
   * its signal is not waited for long, and is run again by whoever serves next.
   */
  async finish(graceMs: number): Promise<void> {
    this.#stopping = true;
    this.#due.stop();
    const finished = Promise.all([...this.#workers.keys()].map((queue) => this.#boss.offWork(queue, { wait: true })));
    if (await endsWithin(graceMs, finished)) return;
    for (const job of this.#running) job.abort();
    await endsWithin(ABORT_MS, finished);
  }

  /** Stops; jobs that still run are handed back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#due.stop();
    if (!this.#started) return;
    await this.#started.catch(() => undefined);
    // Graceful would mean looking every half second whether the last job has ended; `finish` is called.
    await this.#boss.stop({ graceful: false, close: true });
  }
}

/** Whether it has every one of these values already. */
function hasAll(stored: object, values: Record<string, unknown>): boolean {
  return Object.entries(values).every(([name, value]) => stored[name as keyof typeof stored] === value);
}
