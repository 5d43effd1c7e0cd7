import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/database.ts';
import { lruOf } from '../lru.ts';
import { logSecurityEvent, type SecurityEvent, type SignInApi } from '../security-log.ts';
import {
  addWrong,
  type Counted,
  type FailedAttemptsRow,
  forgetCounter,
  isKnownAddress,
  saveKnownAddress,
  takeBack,
} from './attempt-queries.ts';
import { networkOf } from './network-of.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Wrong passwords of an account in a window of an hour: 20 from all addresses that it has not signed in from, and 10 from
 * each of the three that it last has. With windows that begin at the first wrong one, any hour has 100 at most.
 */
const MAX_FROM_STRANGERS = 20;
const MAX_FROM_KNOWN = 10;
const KNOWN_ADDRESSES = 3;

/** An address past its limit may still name accounts that it has not been wrong about, up to so many times the limit. */
const SPRAY_FACTOR = 10;

/** Addresses past their limit that a process remembers, so that they cost no statement. */
const MAX_BLOCKED = 50_000;

/** There were too many wrong keys or passwords; `seconds` (with a fraction) says how long to wait. */
export class TooManyGuesses extends Error {
  readonly seconds: number;

  constructor(seconds: number) {
    super('too many wrong keys or passwords');
    this.seconds = seconds;
  }
}

/** Target of a password guess, and its origin. */
export interface Guess {
  api: SignInApi;
  /** Names the account within its API, whether it exists or not. */
  account: string;
  address: string;
}

/** Counts wrong keys and passwords in the database, for all processes. Right ones cost keys nothing. */
export class FailedAttempts {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #perMinute: number | undefined;
  readonly #blocked = lruOf<string, number>(MAX_BLOCKED);

  /** @param perMinute wrong ones from one address; undefined: there are no limits (setting RATE_LIMITS) */
  constructor(options: { database: Database; clock: Clock; log: Logger; perMinute: number | undefined }) {
    this.#database = options.database;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#perMinute = options.perMinute;
  }

  /**
   * Counts a password as wrong before it is looked at, so that many at a time are not taken for one.
   * @returns takes the count back: the password was right, and its address is known from now on
   * @throws {TooManyGuesses} the guess is not counted then
   */
  async begin({ api, account, address }: Guess): Promise<() => Promise<void>> {
    const perMinute = this.#perMinute;
    if (perMinute === undefined) return async () => undefined;
    const from = networkOf(address);
    const names = {
      account: digest(`${api} account ${account}`),
      address: digest(from),
      pair: digest(`${api} ${account} from ${from}`),
      strangers: digest(`${api} ${account} from elsewhere`),
      everybody: digest(`${api} passwords from ${from}`),
    };
    const counted = await this.#refusing({ api, address }, () =>
      this.#database.transaction(async (tx) => {
        const isKnown = await isKnownAddress(tx, names.account, names.address);
        const hour = new Date(tx.now.getTime() + HOUR_MS);
        const counters: Counted[] = [{ counted: names.pair, endsAt: hour }];
        if (!isKnown)
          counters.push(
            { counted: names.strangers, endsAt: hour },
            { counted: names.everybody, endsAt: new Date(tx.now.getTime() + MINUTE_MS) },
          );
        const counts = new Map((await addWrong(tx, counters)).map((count) => [count.counted, count]));
        const pair = counts.get(names.pair)!;
        const strangers = counts.get(names.strangers);
        const everybody = counts.get(names.everybody);
        if (isKnown) refuseBeyond(pair, MAX_FROM_KNOWN, tx.now);
        else {
          refuseBeyond(strangers!, MAX_FROM_STRANGERS, tx.now);
          // A person who mistypes is not locked out with attackers who guess from the same address.
          refuseBeyond(everybody!, pair.wrong === 1 ? perMinute * SPRAY_FACTOR : perMinute, tx.now);
        }
        return counters.map((counter) => counter.counted).filter((name) => name !== names.pair);
      }),
    );
    return () =>
      this.#database.transaction(async (tx) => {
        // None needs the result of another, so they are on their way together, in this order.
        await Promise.all([
          takeBack(tx, counted),
          forgetCounter(tx, names.pair),
          saveKnownAddress(tx, names.account, names.address, KNOWN_ADDRESSES),
        ]);
      });
  }

  /**
   * Counts a key that was wrong. Right keys are never refused: one address may stand for many people.
   * @throws {TooManyGuesses} when its address has shown too many
   */
  async countWrongKey(api: Guess['api'], address: string): Promise<void> {
    const perMinute = this.#perMinute;
    if (perMinute === undefined) return;
    const counted = digest(`${api} keys from ${networkOf(address)}`);
    const left = (this.#blocked.get(counted) ?? 0) - this.#clock.now().getTime();
    if (left > 0) throw new TooManyGuesses(left / 1000);
    await this.#refusing({ api, address }, () =>
      this.#database.transaction(async (tx) => {
        const [count] = await addWrong(tx, [{ counted, endsAt: new Date(tx.now.getTime() + MINUTE_MS) }]);
        if (count!.wrong > perMinute) this.#blocked.set(counted, count!.endsAt.getTime());
        refuseBeyond(count!, perMinute, tx.now);
      }),
    );
    logSecurityEvent(this.#log, { event: 'sign_in_refused', api, reason: 'wrong key', address });
  }

  async #refusing<T>(
    who: Pick<SecurityEvent & { event: 'sign_in_refused' }, 'api' | 'address'>,
    work: () => Promise<T>,
  ) {
    return work().catch((error: unknown): never => {
      if (error instanceof TooManyGuesses)
        logSecurityEvent(this.#log, { event: 'sign_in_refused', ...who, reason: 'too many wrong ones' });
      throw error;
    });
  }
}

function refuseBeyond({ wrong, endsAt }: FailedAttemptsRow, limit: number, now: Date): void {
  if (wrong > limit) throw new TooManyGuesses((endsAt.getTime() - now.getTime()) / 1000);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
