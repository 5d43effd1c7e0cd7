import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** A counter and when the window that begins now would end. */
export interface Counted {
  counted: string;
  endsAt: Date;
}

/** State of a counter. */
export interface FailedAttemptsRow {
  counted: string;
  wrong: number;
  endsAt: Date;
}

/** Adds one to each counter, in one order for all, so that two at once do not wait for each other in a circle. */
export function addWrong(tx: PlainTx, counters: readonly Counted[]): Promise<FailedAttemptsRow[]> {
  const sorted = counters.toSorted((a, b) => (a.counted < b.counted ? -1 : 1));
  return tx.all(sql<FailedAttemptsRow>`
    insert into platform.failed_attempts as kept (counted, wrong, ends_at)
    select given.counted, 1, given.ends_at
    from unnest(${sorted.map(({ counted }) => counted)}::text[], ${sorted.map(({ endsAt }) => endsAt)}::timestamptz[])
      as given (counted, ends_at)
    on conflict (counted) do update set
      wrong = case when kept.ends_at <= ${tx.now} then 1 else kept.wrong + 1 end,
      ends_at = case when kept.ends_at <= ${tx.now} then excluded.ends_at else kept.ends_at end
    returning counted, wrong, ends_at as "endsAt"`);
}

/** Takes one back from each counter. */
export async function takeBack(tx: PlainTx, counted: readonly string[]): Promise<void> {
  await tx.run(sql`
    update platform.failed_attempts set wrong = wrong - 1
    where wrong > 0 and counted in (
      select counted from platform.failed_attempts where counted = any(${counted}::text[]) order by counted for update)`);
}

export async function forgetCounter(tx: PlainTx, counted: string): Promise<void> {
  await tx.run(sql`delete from platform.failed_attempts where counted = ${counted}`);
}

export async function isKnownAddress(reader: PlainReader, account: string, address: string): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from platform.known_addresses where account = ${account} and address = ${address}`);
  return row !== undefined;
}

/** Notes where an account signed in from, and forgets all but the newest `keep` of its addresses. */
export async function saveKnownAddress(tx: PlainTx, account: string, address: string, keep: number): Promise<void> {
  await Promise.all([
    tx.run(sql`
      insert into platform.known_addresses (account, address, last_at) values (${account}, ${address}, ${tx.now})
      on conflict (account, address) do update set last_at = excluded.last_at`),
    tx.run(sql`
      delete from platform.known_addresses where account = ${account} and address in (
        select address from platform.known_addresses where account = ${account}
        order by last_at desc, address offset ${keep})`),
  ]);
}

/** Deletes counters whose window has ended, and addresses that nobody has signed in from since `oldest`. */
export async function deleteFailedAttempts(tx: PlainTx, oldest: Date): Promise<void> {
  await tx.run(sql`delete from platform.failed_attempts where ends_at <= ${tx.now}`);
  await tx.run(sql`delete from platform.known_addresses where last_at <= ${oldest}`);
}
