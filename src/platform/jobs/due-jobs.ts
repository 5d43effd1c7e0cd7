/** Time without checks while nothing is expected: unannounced jobs (schedules) start this much later. */
const IDLE_MS = 5000;
/** Minimum interval between checks. */
const MIN_WAIT_MS = 500;

/** Query and receiver of due jobs. */
export interface DueJobsOptions {
  /** Runs a statement. */
  ask(text: string, values: unknown[]): Promise<unknown[]>;
  /** Schema of the tables of jobs. */
  schema: string;
  /** Called with queues that have a job to be done now. */
  wake(queues: readonly string[]): void;
  failed(error: unknown): void;
}

/** The jobs of a queue that wait. */
interface WaitingRow {
  name: string;
  /** Seconds until the first of them is due; none or fewer when it is already. */
  seconds: number;
}

/** Looks for jobs whose time has come, of all queues in one statement, when the next of them is due. */
export class DueJobs {
  readonly #options: DueJobsOptions;
  #queues: readonly string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #nextAt = Number.POSITIVE_INFINITY;
  #lookedAt = Number.NEGATIVE_INFINITY;
  #isLooking = false;
  #isRunning = false;

  constructor(options: DueJobsOptions) {
    this.#options = options;
  }

  /** Looks now, and from now on. */
  start(queues: readonly string[]): void {
    this.#queues = queues;
    this.#isRunning = true;
    this.lookSoon();
  }

  /** There may be a job that nothing is known of yet: one for later, or one that failed and is tried again. */
  lookSoon(): void {
    this.#lookWithin(0);
  }

  stop(): void {
    this.#isRunning = false;
    clearTimeout(this.#timer);
  }

  #lookWithin(milliseconds: number): void {
    if (!this.#isRunning) return;
    const now = performance.now();
    const at = Math.max(now + milliseconds, this.#lookedAt + MIN_WAIT_MS);
    if (this.#timer && this.#nextAt <= at) return;
    clearTimeout(this.#timer);
    this.#nextAt = at;
    this.#timer = setTimeout(() => void this.#look(), at - now);
  }

  async #look(): Promise<void> {
    this.#timer = undefined;
    if (this.#isLooking) return this.#lookWithin(MIN_WAIT_MS);
    this.#isLooking = true;
    this.#lookedAt = performance.now();
    let next = IDLE_MS;
    try {
      const { schema, ask, wake } = this.#options;
      const rows = (await ask(
        `select name, extract(epoch from min(start_after) - ${schema}.job_now())::float8 as seconds from ${schema}.job
         where name = any($1) and state < 'active' and not blocked group by name`,
        [this.#queues],
      )) as WaitingRow[];
      if (!this.#isRunning) return;
      wake(rows.filter(({ seconds }) => seconds <= 0).map(({ name }) => name));
      for (const { seconds } of rows) if (seconds > 0) next = Math.min(next, seconds * 1000);
    } catch (error) {
      if (this.#isRunning) this.#options.failed(error);
    } finally {
      this.#isLooking = false;
    }
    this.#lookWithin(next);
  }
}
