import { hashSync, verifySync } from '@node-rs/argon2';
import { answerJobs } from '../threads.ts';
import { PASSWORD_COST } from './password-cost.ts';

/**
 * Job of a thread: hash a password, or find the hashes that match it. The answer is a text, or a boolean for each hash.
 */
export type HashJob =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; hashes: readonly string[] };

export type HashAnswer = string | boolean[];

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

answerJobs(answerTo);
