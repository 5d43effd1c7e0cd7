import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Availability } from '../db/availability.ts';
import { endsWithin } from '../ends-within.ts';
import type { Services } from '../services.ts';

/** Schema of pg-boss's own tables. */
const SCHEMA = 'jobs';
/** What a job may take to end after its signal was aborted. */
const ABORT_MS = 500;

/**
 * A kind of background work, declared once: `export const deliverWebhook = defineJob({…})` in any slice.
 * The registry finds it. A job of a killed process is taken again by another worker: it stops touching its
 * heartbeat (10 s), and the monitor (every 5 s) gives it back, so within 30 s.
 */
export interface JobDefinition<Data extends object = object> {
  readonly [jobBrand]: true;
  queue: string;
  /** Seconds a single attempt may take before it counts as failed. */
  expireInSeconds: number;
  /** Further attempts after a failed one. */
  retryLimit: number;
  /** Seconds between attempts. */
  retryDelay: number;
  /** Jobs handled at a time by one process. */
  concurrency: number;
  /** Runs by itself on this schedule (five cron fields, UTC), once among all processes. */
  cron?: string;
  /** @param signal aborted when its time is over, or the program ends: it throws then, and is run again */
  handle(services: Services, data: Data, signal: AbortSignal): Promise<void>;
}

const jobBrand: unique symbol = Symbol('hubbub job');

/** Declares a kind of background work; see `JobDefinition`. */
export function defineJob<Data extends object>(
  definition: Omit<JobDefinition<Data>, typeof jobBrand>,
): JobDefinition<Data> {
  return { ...definition, [jobBrand]: true };
}

/** Whether an export is a declared kind of work. */
export function isJob(value: unknown): value is JobDefinition {
  return typeof value === 'object' && value !== null && jobBrand in value;
}

/** A job to queue. */
export interface NewJob {
  queue: string;
  data: object;
  /** Not before this time; at once by default. */
  startAfter?: Date;
  /** While a job of this key waits in the queue, another is not added. */
  singletonKey?: string;
}

/** Writes jobs on the connection of a transaction. */
export type JobWriter = (client: pg.ClientBase, jobs: readonly NewJob[]) => Promise<void>;

/** The job tables and their workers. */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #definitions: readonly JobDefinition[];
  readonly #workers = new Map<string, string[]>();
  readonly #running = new Set<AbortController>();
  #started: Promise<unknown> | undefined;
  #stopping = false;

  constructor(options: {
    connectionString: string;
    definitions: readonly JobDefinition[];
    availability: Availability;
    log: Logger;
    /** Connections to the database at most. */
    connections: number;
    supervise: boolean;
  }) {
    this.#definitions = options.definitions;
    this.#boss = new PgBoss({
      connectionString: options.connectionString,
      schema: SCHEMA,
      max: options.connections,
      application_name: 'hubbub jobs',
      supervise: options.supervise,
      schedule: options.supervise,
      superviseIntervalSeconds: 5,
      monitorIntervalSeconds: 5,
      maintenanceIntervalSeconds: 3600,
    });
    this.#boss.on('error', (error) => {
      if (options.availability.report(error)) return;
      // While it stops, its polls lose their connections; the jobs themselves are waited for.
      const level = this.#stopping ? 'debug' : 'error';
      options.log[level]({ err: error }, 'the job queue met an error');
    });
    this.#boss.on('warning', (warning) => options.log.debug({ warning }, 'the job queue warns'));
  }

  /** Makes sure that the tables and every declared queue are there. */
  start(): Promise<unknown> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    await this.#boss.start();
    const known = new Set((await this.#boss.getQueues()).map((queue) => queue.name));
    const ensure = async (job: JobDefinition) => {
      const options = {
        retryLimit: job.retryLimit,
        retryDelay: job.retryDelay,
        expireInSeconds: job.expireInSeconds,
        heartbeatSeconds: 10,
        deleteAfterSeconds: 24 * 3600,
      };
      if (known.has(job.queue)) await this.#boss.updateQueue(job.queue, options);
      else await this.#boss.createQueue(job.queue, options);
    };
    await Promise.all(this.#definitions.map(ensure));
  }

  /** Begins to take jobs. */
  async work(services: Services): Promise<void> {
    await this.start();
    await Promise.all(this.#definitions.map((job) => this.#workOn(job, services)));
  }

  async #workOn(job: JobDefinition, services: Services): Promise<void> {
    const options = { batchSize: 1, pollingIntervalSeconds: 1, heartbeatRefreshSeconds: 3 };
    const workers: string[] = [];
    for (let n = 0; n < job.concurrency; n++) {
      const worker = await this.#boss.work<object>(job.queue, options, async ([taken]) => {
        if (taken) await this.#run(job, services, taken);
      });
      workers.push(worker);
    }
    this.#workers.set(job.queue, workers);
    if (job.cron) await this.#boss.schedule(job.queue, job.cron);
  }

  /** Lets this process's workers look at once rather than at their next poll. */
  wake(queues: readonly string[]): void {
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
      await this.#boss.insert(
        queue,
        own.map((job) => ({ data: job.data, startAfter: job.startAfter, singletonKey: job.singletonKey })),
        { db },
      );
    }
  };

  async #run(job: JobDefinition, services: Services, taken: { data: object; signal: AbortSignal }): Promise<void> {
    const end = new AbortController();
    const expire = () => end.abort();
    taken.signal.addEventListener('abort', expire);
    this.#running.add(end);
    try {
      await job.handle(services, taken.data, end.signal);
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
    const finished = Promise.all([...this.#workers.keys()].map((queue) => this.#boss.offWork(queue, { wait: true })));
    if (await endsWithin(graceMs, finished)) return;
    for (const job of this.#running) job.abort();
    await endsWithin(ABORT_MS, finished);
  }

  /** Stops; jobs that still run are handed back. */
  async stop(): Promise<void> {
    this.#stopping = true;
    if (!this.#started) return;
    await this.#started.catch(() => undefined);
    // Graceful would mean looking every half second whether the last job has ended; `finish` is told.
    await this.#boss.stop({ graceful: false, close: true });
  }
}
