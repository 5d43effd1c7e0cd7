import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { until } from '../../tests/harness/clients.ts';
import type { HashAnswer, HashJob } from './people/hash-worker.ts';
import { NOBODYS_HASH, PRESENT_FORM } from './people/password-cost.ts';
import { type ThreadOptions, ThreadTookTooLong, threadsFor } from './threads.ts';

const warnings: unknown[] = [];
const log = { warn: (...logged: unknown[]) => void warnings.push(logged) };
const program = new URL('./people/hash-worker.ts', import.meta.url);
const hashThreads = (options: Partial<ThreadOptions> = {}) =>
  threadsFor<HashJob, HashAnswer>(log, {
    ...{ start: () => new Worker(program), purpose: 'hashes passwords', attempts: 2 },
    ...options,
  });
const job = { kind: 'hash', password: 'one of many' } as const;

test('a thread is made for the first password, kept for the next, and ended when there is none for long', async () => {
  const threads = hashThreads();
  assert.equal(threads.count, 0);
  const hash = (await threads.ask(job)) as string;
  assert.ok(hash.startsWith(PRESENT_FORM));
  const hashes = [hash, NOBODYS_HASH, 'no hash at all', hash];
  assert.deepEqual(await threads.ask({ kind: 'verify', password: job.password, hashes }), [true, false, false, true]);
  assert.equal(threads.count, 1);
  const short = hashThreads({ idleMs: 1 });
  await short.ask(job);
  await until(async () => short.count === 0, 'the end of the thread');
  await short.ask(job);
  threads.end();
  await until(async () => threads.count + short.count === 0, 'the end of the others');
});

test('it gives way to the rest of the program', { skip: process.platform !== 'linux' }, async () => {
  /** Returns the nice value of each thread of this process: the 17th field after its name (proc_pid_stat(5)). */
  const nice = async () => {
    const threads = await readdir('/proc/self/task');
    // One may end meanwhile.
    const stats = threads.map((id) => readFile(`/proc/self/task/${id}/stat`, 'utf8').catch(() => ') '));
    return (await Promise.all(stats)).map((stat) => Number(stat.split(') ')[1]!.split(' ')[16]));
  };
  const own = getPriority();
  // The system may still list an ended thread for a moment.
  await until(async () => !(await nice()).includes(own + 5), 'the end of earlier ones');
  const threads = hashThreads();
  await threads.ask(job);
  assert.equal((await nice()).filter((each) => each === own + 5).length, 1);
  assert.equal(getPriority(), own);
  threads.end();
});

test('what a thread that ends by itself was asked is asked of another, once', async () => {
  const dying = () =>
    new Worker('require("worker_threads").parentPort.on("message", () => process.exit())', { eval: true });
  const failing = () =>
    new Worker('require("worker_threads").parentPort.on("message", () => { throw new Error("out of memory") })', {
      eval: true,
    });
  for (const ends of [dying, failing]) {
    let made = 0;
    const threads = hashThreads({ start: () => (++made === 1 ? ends() : new Worker(program)) });
    assert.ok(((await threads.ask(job)) as string).startsWith(PRESENT_FORM));
    assert.deepEqual([made, threads.count], [2, 1]);
    threads.end();
    let tried = 0;
    const hopeless = hashThreads({
      start: () => {
        tried++;
        return ends();
      },
    });
    assert.equal(await hopeless.ask(job), undefined);
    assert.equal(tried, 2);
  }
  assert.ok(warnings.length > 0);
});

test('ended while it hashes, it is not waited for, and none is made any more', async () => {
  const busy = 'require("worker_threads").parentPort.on("message", () => { for (;;); })';
  const threads = hashThreads({ start: () => new Worker(busy, { eval: true }) });
  const unanswered = [0, 1].map(() => threads.ask(job));
  threads.end();
  assert.deepEqual(await Promise.all(unanswered), [undefined, undefined]);
  assert.equal(await threads.ask(job), undefined);
  assert.equal(threads.count, 0);
});

test('a job that takes longer than it may is ended with its thread, and the next has a new one', async () => {
  const busy = 'require("worker_threads").parentPort.on("message", () => { for (;;); })';
  let made = 0;
  const start = () => (++made === 1 ? new Worker(busy, { eval: true }) : new Worker(program));
  const threads = hashThreads({ start, limitMs: 2000 });
  await assert.rejects(threads.ask(job), ThreadTookTooLong);
  assert.ok(((await threads.ask(job)) as string).startsWith(PRESENT_FORM));
  threads.end();
});

test('a job that takes more memory than it may ends its thread alone', async () => {
  const greedy =
    'const kept = []; require("worker_threads").parentPort.on("message", () => { for (;;) kept.push({}); })';
  const start = () => new Worker(greedy, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } });
  const threads = hashThreads({ start, attempts: 1 });
  assert.equal(await threads.ask(job), undefined);
  assert.equal(threads.count, 0);
});
