import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { PASSWORD_COST } from './password-cost.ts';

/** What a thread is asked: a new hash of a password, or which hashes are its. Answered by a text, or a truth for each hash. */
export type HashJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; hashes: readonly string[] };

export type HashAnswer = string | boolean[];

/**
 * How much nicer it is than the rest of the program: whatever wants the same processor gets three times as much of it. (With 10
 * or 19 a fetch waits no shorter, and on a machine that is full a sign-in takes nine or seventy times as long.)
 */
const NICER = 5;

function answerTo(job: HashJob): HashAnswer {
  if (job.kind === 'hash') return hashSync(job.password, PASSWORD_COST);
  return job.hashes.map((hash) => isHashOf(hash, job.password));
}

function isHashOf(hash: string, password: string): boolean {
  try {
    return verifySync(hash, password);
  } catch {
    return false;
  }
}

/**
 * Lets everything else go first. Linux has a priority for each thread, and 0 is the one that asks; elsewhere it would be
 * the whole program's. The hash must be made on this very thread: those of libuv's pool keep their priority.
 */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(19, getPriority(0) + NICER));
  } catch {
    // Where that is forbidden it hashes like everything else runs.
  }
}

// In a thread of its own: one that the registry loads is asked nothing.
if (parentPort) {
  const port = parentPort;
  giveWay();
  port.on('message', (job: HashJob) => port.postMessage(answerTo(job)));
}
