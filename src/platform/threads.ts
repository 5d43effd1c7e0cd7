import { getPriority, setPriority } from 'node:os';
import { parentPort, type Transferable, type Worker } from 'node:worker_threads';
import type { Logger } from 'pino';

/** A thread takes some 10 MB while it is there, and 75 ms to be made. */
const IDLE_MS = 60_000;

/** Work that is done beside whatever else the program does: by one thread for each job that runs at a time. */
export interface Threads<Job, Answer> {
  /**
   * Undefined: the thread ended over the job (a crash, its bound of memory) as often as it was tried, or threads were ended.
   * @throws {ThreadTookTooLong}
   */
  ask(job: Job, transfer?: Transferable[]): Promise<Answer | undefined>;
  /** Ends them, whatever they do, and makes none any more. */
  end(): void;
  /** Number of threads. */
  readonly count: number;
}

/** A job took longer than it may. */
export class ThreadTookTooLong extends Error {}

export interface ThreadOptions {
  /** Makes a thread that answers messages one by one. */
  start: () => Worker;
  /** Purpose of the threads in the log: "a thread that …". */
  purpose: string;
  /** Number of attempts for a job whose threads die. */
  attempts?: number;
  /** Maximum time of a job; undefined: unlimited. */
  limitMs?: number;
  idleMs?: number;
}

interface Thread<Answer> {
  worker: Worker;
  /** Takes the answer of the job that runs; undefined: the thread has ended. */
  settle: (answer?: Answer) => void;
  /** Ends it when it was idle for long. */
  timer?: NodeJS.Timeout;
}

/** Threads that are made when they are needed, and ended when they were not for a minute. */
export function threadsFor<Job, Answer>(
  log: Pick<Logger, 'warn'>,
  { start, purpose, attempts = 1, limitMs, idleMs = IDLE_MS }: ThreadOptions,
): Threads<Job, Answer> {
  const all = new Set<Thread<Answer>>();
  /** The last that became idle is asked first, so that the others end. */
  const idle: Thread<Answer>[] = [];
  let hasEnded = false;

  function forget(thread: Thread<Answer>): void {
    all.delete(thread);
    clearTimeout(thread.timer);
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  }

  function make(): Thread<Answer> {
    const worker = start();
    const thread: Thread<Answer> = { worker, settle: () => undefined };
    all.add(thread);
    worker.on('message', (answer: Answer) => thread.settle(answer));
    worker.on('error', (error) => log.warn({ err: error }, `a thread that ${purpose} has failed`));
    worker.on('exit', () => {
      forget(thread);
      thread.settle();
    });
    return thread;
  }

  async function askOne(thread: Thread<Answer>, job: Job, transfer: Transferable[]): Promise<Answer | undefined> {
    clearTimeout(thread.timer);
    thread.worker.ref();
    let isLate = false;
    const late =
      limitMs &&
      setTimeout(() => {
        isLate = true;
        void thread.worker.terminate();
      }, limitMs);
    const answer = await new Promise<Answer | undefined>((resolve) => {
      thread.settle = resolve;
      thread.worker.postMessage(job, transfer);
    });
    clearTimeout(late);
    if (isLate) throw new ThreadTookTooLong(`a thread that ${purpose} took longer than ${limitMs} ms`);
    if (answer === undefined) return undefined;
    // A program whose other work is done does not wait for a thread that has none.
    thread.worker.unref();
    idle.push(thread);
    thread.timer = setTimeout(() => {
      forget(thread);
      void thread.worker.terminate();
    }, idleMs).unref();
    return answer;
  }

  return {
    get count() {
      return all.size;
    },
    async ask(job, transfer = []) {
      for (let attempt = 0; attempt < attempts && !hasEnded; attempt++) {
        const answer = await askOne(idle.pop() ?? make(), job, transfer);
        if (answer !== undefined) return answer;
      }
      return undefined;
    },
    end() {
      hasEnded = true;
      for (const { worker } of all) void worker.terminate();
    },
  };
}

/**
 * Nice value of a thread relative to the rest of the program: others that want the same processor get three times as
 * much of it. (With 10 or 19 a fetch is not faster, and on a fully loaded machine a sign-in takes nine or seventy times
 * as long.)
 */
const NICER = 5;

/**
 * Lets everything else go first. Linux has a priority for each thread, and 0 is the one that asks; elsewhere it would be
 * the whole program's. The work must be done on this very thread: those of libuv's pool keep their priority.
 */
function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(19, getPriority(0) + NICER));
  } catch {
    // Where that is forbidden it works like everything else runs.
  }
}

/** Answers jobs in a thread of its own; a module that the registry loads in the main one is asked nothing. */
export function answerJobs<Job, Answer>(
  answer: (job: Job) => Answer | Promise<Answer>,
  transferred: (answer: Answer) => Transferable[] = () => [],
): void {
  const port = parentPort;
  if (!port) return;
  lowerPriority();
  port.on('message', async (job: Job) => {
    const made = await answer(job);
    port.postMessage(made, transferred(made));
  });
}
