import { Worker } from 'node:worker_threads';

/** Returns the hashes that passwords are checked against meanwhile, as they are given to the threads of this process. */
export async function checkedHashes(work: () => Promise<unknown>): Promise<string[]> {
  const hashes: string[] = [];
  const original = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function (job, ...more) {
    if (job?.kind === 'verify') hashes.push(...job.hashes);
    return original.call(this, job, ...(more as []));
  };
  try {
    await work();
  } finally {
    Worker.prototype.postMessage = original;
  }
  return hashes;
}
