import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Gauge } from 'prom-client';
import { sql } from '../db/sql.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import { threadsFor } from '../threads.ts';
import { inTurns, TooManyWaiting, type TurnOwner } from '../turns.ts';
import type { HashAnswer, HashJob } from './hash-worker.ts';
import { NOBODYS_HASH, PRESENT_FORM } from './password-cost.ts';
import type { Person } from './person.ts';

/** Half of the processors, two at most: each hash goes through 19 MiB, and all share the way to the memory. */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

type Ask = (owner: TurnOwner, job: HashJob) => Promise<HashAnswer>;
/** The part of those that may wait which one organization, or one address that signs in, can take. */
const SHARE_OF_ONE = 0.75;

/**
 * Everything that hashes waits here, in turns by organization; before it is known whose password it is, by address. What comes when as many wait as may is refused as more than the server can do, and so
 * is what still waits when it stops.
 */
const askingOf = perServices<Ask>(({ config, metrics, log, closing, atClose }) => {
  const threads = threadsFor<HashJob, HashAnswer>(log, {
    start: () => new Worker(new URL('./hash-worker.ts', import.meta.url)),
    purpose: 'hashes passwords',
    // One that ends by itself takes a job with it, which another one is asked once more.
    attempts: 2,
  });
  atClose.push(async () => threads.end());
  const maxWaiting = config.signInsWaiting;
  const inTurn = inTurns({ atOnce: AT_ONCE, maxWaiting, maxWaitingOfOne: Math.ceil(maxWaiting * SHARE_OF_ONE) });
  const gauge = new Gauge({
    name: 'hubbub_password_checks',
    help: 'Passwords being hashed or waiting to be hashed.',
    registers: [metrics.registry],
  });
  const ask = async (job: HashJob) => {
    if (closing.aborted) throw new TooManyWaiting();
    const answer = await threads.ask(job);
    if (answer === undefined) throw new TooManyWaiting();
    return answer;
  };
  return async (owner, job) => {
    gauge.inc();
    return inTurn(owner, () => ask(job)).finally(() => gauge.dec());
  };
});

/**
 * The form in which a password is kept.
 * @throws {TooManyWaiting}
 */
export async function hashPassword(services: Services, owner: TurnOwner, password: string): Promise<string> {
  return (await askingOf(services)(owner, { kind: 'hash', password })) as string;
}

/**
 * Whether a password is behind each of the hashes. Where there is none it takes as long and says no, so that the time does
 * not tell which accounts exist.
 * @throws {TooManyWaiting}
 */
async function checkEach(
  services: Services,
  owner: TurnOwner,
  password: string,
  hashes: readonly (string | null)[],
): Promise<boolean[]> {
  const job = { kind: 'verify', password, hashes: hashes.map((hash) => hash ?? NOBODYS_HASH) } as const;
  return (await askingOf(services)(owner, job)) as boolean[];
}

/** The hash of a password that signs in: of one that was sent and is too old there is none. */
export function openingHash(
  { passwordHash, passwordEndsAt }: Pick<Person, 'passwordHash' | 'passwordEndsAt'>,
  now: Date,
): string | null {
  return passwordEndsAt === null || passwordEndsAt > now ? passwordHash : null;
}

/** Whether a hash was made with weaker settings than today's. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(PRESENT_FORM);
}

/**
 * Whether `password` is the one behind `hashed`; null is an unknown account's.
 * @throws {TooManyWaiting}
 */
export async function checkPassword(
  services: Services,
  owner: TurnOwner,
  password: string,
  hashed: string | null,
): Promise<boolean> {
  const [isRight] = await checkEach(services, owner, password, [hashed]);
  return isRight!;
}

/** Passwords that are looked at together, at most. */
const MAX_TOGETHER = 5;

/**
 * Returns the `candidates` with this password. The number of checked hashes is padded to the same value for every name,
 * so that the time reveals neither whether a name is known nor in how many organizations it has accounts: one more than
 * the server has organizations, at most five. They run one after the other: each takes 19 MiB.
 * @throws {TooManyWaiting}
 */
export async function findByPassword<Candidate>(
  services: Services,
  owner: TurnOwner,
  candidates: readonly Candidate[],
  hashOf: (candidate: Candidate) => string | null,
  password: string,
): Promise<Candidate[]> {
  const row = await services.database.reader.first(sql<{ organizations: number }>`
    select count(*)::int as organizations from (select from platform.organizations limit ${MAX_TOGETHER - 1}) as counted`);
  const together = row!.organizations + 1;
  const checks = Math.max(1, Math.ceil(candidates.length / together)) * together;
  const hashes = Array.from({ length: checks }, (_, index) => {
    const candidate = candidates[index];
    return candidate === undefined ? null : hashOf(candidate);
  });
  const isRight = await checkEach(services, owner, password, hashes);
  return candidates.filter((_, index) => isRight[index]);
}
