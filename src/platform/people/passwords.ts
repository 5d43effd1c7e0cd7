import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { Gauge } from 'prom-client';
import { sql } from '../db/sql.ts';
import { lazy } from '../lazy.ts';
import { perServices } from '../per-services.ts';
import type { Services } from '../services.ts';
import { type InTurn, inTurns } from '../turns.ts';

// argon2id (the library's default) with OWASP's first recommended setting: 19 MiB, 2 passes, 1 lane.
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** How a hash of the present setting begins. */
const PRESENT_FORM = `$argon2id$v=19$m=${OPTIONS.memoryCost},t=${OPTIONS.timeCost},p=${OPTIONS.parallelism}$`;

/**
 * Half of the processors, two at most: the four threads that do it also read files, and requests want a processor too.
 * (With all four, a fetch beside 200 sign-ins waited for a second.)
 */
const AT_ONCE = Math.max(1, Math.min(2, Math.floor(availableParallelism() / 2)));

/** Everything that hashes waits here. What comes when as many wait as may is refused as more than the server can do. */
const turnOf = perServices<InTurn>(({ config, metrics }) => {
  const inTurn = inTurns(AT_ONCE, config.signInsWaiting);
  const gauge = new Gauge({
    name: 'hubbub_password_checks',
    help: 'Sign-ins and new passwords that are hashed or wait for it.',
    registers: [metrics.registry],
  });
  return async (work) => {
    gauge.inc();
    return inTurn(work).finally(() => gauge.dec());
  };
});

/**
 * The form in which a password is kept.
 * @throws {TooManyWaiting}
 */
export function hashPassword(services: Services, password: string): Promise<string> {
  return turnOf(services)(() => hash(password, OPTIONS));
}

/** Whether a hash was made with weaker settings than today's. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(PRESENT_FORM);
}

const decoy = lazy(() => hash('no account has this password', OPTIONS));

async function isRight(password: string, hashed: string | null): Promise<boolean> {
  const right = await verify(hashed ?? (await decoy()), password).catch(() => false);
  return right && hashed !== null;
}

/**
 * Whether `password` is the one behind `hashed`. With no hash (an unknown account) it takes as long and says no, so
 * that the time does not tell which accounts exist.
 * @throws {TooManyWaiting}
 */
export function checkPassword(services: Services, password: string, hashed: string | null): Promise<boolean> {
  return turnOf(services)(() => isRight(password, hashed));
}

/** Passwords that are looked at together, at most. */
const MAX_TOGETHER = 5;

/**
 * Those of `candidates` whose password it is. As many are looked at as fill up a number that is the same for every name,
 * so that the time tells neither whether a name is known nor in how many organizations it has accounts: one more than
 * the server has organizations, five at most. One after the other: each takes 19 MiB.
 * @throws {TooManyWaiting}
 */
export async function findByPassword<Candidate>(
  services: Services,
  candidates: readonly Candidate[],
  hashOf: (candidate: Candidate) => string | null,
  password: string,
): Promise<Candidate[]> {
  const row = await services.database.reader.first(sql<{ organizations: number }>`
    select count(*)::int as organizations from (select from platform.organizations limit ${MAX_TOGETHER - 1}) as counted`);
  const together = row!.organizations + 1;
  const checks = Math.max(1, Math.ceil(candidates.length / together)) * together;
  return turnOf(services)(async () => {
    const found: Candidate[] = [];
    for (let index = 0; index < checks; index++) {
      const candidate = candidates[index];
      if (await isRight(password, candidate === undefined ? null : hashOf(candidate))) found.push(candidate!);
    }
    return found;
  });
}
