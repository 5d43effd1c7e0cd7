import { Worker } from 'node:worker_threads';
import type { Logger } from 'pino';
import { TooManyWaiting } from '../turns.ts';
import type { HashAnswer, HashJob } from './hash-worker.ts';

/** A thread takes some 10 MB while it is there, and 75 ms to be made. */
const IDLE_MS = 60_000;
/** A thread that ends by itself takes a job with it, which another one is asked once more. */
const ATTEMPTS = 2;

/** Hash passwords beside whatever else the program does: one for each job that runs at a time. */
export interface HashThreads {
  /** @throws {TooManyWaiting} when threads end over it, or were ended */
  ask(job: HashJob): Promise<HashAnswer>;
  /** Ends them, whatever they do, and makes none any more. */
  end(): void;
  /** How many there are. */
  readonly count: number;
}

interface HashThread {
  worker: Worker;
  /** Takes the answer of the job that runs; undefined: the thread has ended. */
  settle: (answer?: HashAnswer) => void;
  /** Ends it when it was idle for long. */
  timer?: NodeJS.Timeout;
}

/**
 * Threads that are made when they are needed, and ended when they were not for a minute.
 * @param given `start`: makes a thread that answers jobs one by one
 */
export function hashThreads(
  log: Pick<Logger, 'warn'>,
  { start = startWorker, idleMs = IDLE_MS }: { start?: () => Worker; idleMs?: number } = {},
): HashThreads {
  const all = new Set<HashThread>();
  /** The last that became idle is asked first, so that the others end. */
  const idle: HashThread[] = [];
  let hasEnded = false;

  function forget(thread: HashThread): void {
    all.delete(thread);
    clearTimeout(thread.timer);
    if (idle.includes(thread)) idle.splice(idle.indexOf(thread), 1);
  }

  function make(): HashThread {
    const worker = start();
    const thread: HashThread = { worker, settle: () => undefined };
    all.add(thread);
    worker.on('message', (answer: HashAnswer) => thread.settle(answer));
    worker.on('error', (error) => log.warn({ err: error }, 'a thread that hashes passwords has failed'));
    worker.on('exit', () => {
      forget(thread);
      thread.settle();
    });
    return thread;
  }

  async function askOne(thread: HashThread, job: HashJob): Promise<HashAnswer | undefined> {
    clearTimeout(thread.timer);
    thread.worker.ref();
    const answer = await new Promise<HashAnswer | undefined>((resolve) => {
      thread.settle = resolve;
      thread.worker.postMessage(job);
    });
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
    async ask(job) {
      for (let attempt = 0; attempt < ATTEMPTS && !hasEnded; attempt++) {
        const answer = await askOne(idle.pop() ?? make(), job);
        if (answer !== undefined) return answer;
      }
      throw new TooManyWaiting();
    },
    end() {
      hasEnded = true;
      for (const { worker } of all) void worker.terminate();
    },
  };
}

const startWorker = (): Worker => new Worker(new URL('./hash-worker.ts', import.meta.url));
