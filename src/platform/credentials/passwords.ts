import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { lazy } from '../lazy.ts';
import { inTurns } from '../turns.ts';

// argon2id (the library's default) with OWASP's first recommended setting: 19 MiB, 2 passes, 1 lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Half of the processors, two at most: the four threads that do it also read files, and requests want a processor too.
 * (With all four, a fetch beside 200 sign-ins waited for a second.)
 */
const inTurn = inTurns(Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2))));

/** The form in which a password is kept. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

/** Passwords that are looked at together. */
const CHECKED_TOGETHER = 5;

const decoy = lazy(() => hashPassword('no account has this password'));

/**
 * Whether `password` is the one behind `hashed`. With no hash (an unknown account) it takes as long and says no, so
 * that the time does not tell which accounts exist.
 */
export async function checkPassword(password: string, hashed: string | null | undefined): Promise<boolean> {
  const known = hashed ?? (await decoy());
  const right = await inTurn(() => verify(known, password)).catch(() => false);
  return right && Boolean(hashed);
}

/**
 * The first of `candidates` whose password it is. Always as many are looked at as fill up five (or ten, …), so that the
 * time tells neither whether a name is known nor in how many organizations it has accounts. One after the other: each
 * takes 19 MiB.
 */
export async function findByPassword<Candidate>(
  candidates: readonly Candidate[],
  hashOf: (candidate: Candidate) => string | null,
  password: string,
): Promise<Candidate | undefined> {
  const checks = Math.max(1, Math.ceil(candidates.length / CHECKED_TOGETHER)) * CHECKED_TOGETHER;
  let found: Candidate | undefined;
  for (let index = 0; index < checks; index++) {
    const candidate = candidates[index];
    const isRight = await checkPassword(password, candidate === undefined ? null : hashOf(candidate));
    if (isRight) found ??= candidate;
  }
  return found;
}
