import { hashSync, verifySync } from '@node-rs/argon2';
import { answerJobs } from '../threads.ts';
import { PASSWORD_COST } from './password-cost.ts';

/** What a thread is asked: a new hash of a password, or which hashes are its. Answered by a text, or a truth for each hash. */
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
