/** Changes the key that seals (src/platform/credentials/README.md): a new one first, everything sealed anew, the old ones away. */

import { stat } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { PlainTx } from '../db/tx.ts';
import type { Services } from '../services.ts';
import { saveKeyCheck } from './key-check.ts';
import { countSealed, lockKeys, lockOthers, saveSealed } from './reseal-queries.ts';
import { SEALED_TABLES, type SealedTable } from './sealed-columns.ts';
import { keyFile, newKey, readKeys, writeKeys } from './sealing-keys.ts';
import { idOfMark, type SealingKey, type SecretBox } from './secret-box.ts';

/**
 * Minimum time for which the old keys are needed: a sign-in in progress is sealed for ten minutes, and everything
 * sealed by then has been stored.
 */
const NEEDED_MS = 10 * 60_000;

export { saveSealed as doSaveSealed } from './reseal-queries.ts';

/** Why keys are not changed. The message is for the operator, whole and ready to print. */
class SealingKeyError extends Error {
  readonly expected = true;
}

/** Result of resealing. */
export interface Resealed {
  /** ID of the key that seals. */
  key: string;
  /** Values that were sealed anew. */
  sealed: number;
  /** Values that none of the keys opens; they are as they were. */
  unreadable: number;
  /** IDs of the keys that only open. */
  older: string[];
}

/**
 * Puts a new key first, unless a change is under way (one that was cut off, or keys of the setting), and seals everything anew
 * under the first one. Others read and write meanwhile, and it may be cut off and run again at any moment.
 */
export async function rotateSealingKey(services: Services): Promise<Resealed> {
  const { database, secrets, config } = services;
  const { length } = secrets.keys;
  if (config.secretKey === undefined && !(await isUnderWay(services)))
    await changeKeys(database, config, (keys) => (keys.length === length ? [newKey(), ...keys] : keys));
  return sealAnew(database, secrets);
}

/** Whether something is still sealed under an older key, or may be at any moment. */
async function isUnderWay(services: Services): Promise<boolean> {
  if (services.secrets.keys.length === 1) return false;
  const { keys } = await sealingKeyUses(services);
  return keys.some(({ seals, values }) => !seals && values > 0) || (await ageOfKey(services)) < NEEDED_MS;
}

/** Since the last change of the file, in milliseconds. */
async function ageOfKey({ clock, config }: Services): Promise<number> {
  return clock.now().getTime() - (await stat(keyFile(config.dataDir))).mtimeMs;
}

/**
 * Takes the older keys of the file away, which nothing is sealed under any more.
 * @throws {SealingKeyError}
 */
export async function retireSealingKeys(services: Services): Promise<Resealed> {
  const { database, secrets, config } = services;
  if (config.secretKey !== undefined)
    throw new SealingKeyError('The keys come from SECRET_KEY. Remove the keys after the first one there.');
  const older = secrets.keys.slice(1).map(({ mark }) => idOfMark(mark));
  if (older.length === 0) throw new SealingKeyError('There is no older key to remove.');
  const age = await ageOfKey(services);
  if (age < NEEDED_MS)
    throw new SealingKeyError(
      `The new key is only ${Math.max(0, Math.floor(age / 60_000))} minutes old, and sign-ins in progress are sealed under the old one. Retry ten minutes after the change.`,
    );
  const done = await sealAnew(database, secrets);
  if (done.sealed > 0)
    throw new SealingKeyError(
      `${done.sealed} values were still sealed under an older key and have been resealed. Run this again. If it happens each time, a process has not noticed the new key: restart it.`,
    );
  // Not all but the first one: another command may have put one there meanwhile.
  await changeKeys(database, config, (keys) => keys.filter(({ mark }) => !older.includes(idOfMark(mark))));
  return { ...done, older: [] };
}

/**
 * Makes the keys that are here those of the database, whose own are lost: what these have sealed is given up.
 * @returns what is sealed under which key; `others` are the values that no key opens any more
 */
export async function adoptSealingKey({ database, secrets }: Services): ReturnType<typeof sealingKeyUses> {
  await saveKeyCheck(database.pool, secrets, true);
  return sealingKeyUses({ database, secrets });
}

/** One process at a time: of two that write the file, one would take the other's key away. */
async function changeKeys(
  database: Database,
  { dataDir }: Pick<Config, 'dataDir'>,
  change: (keys: readonly SealingKey[]) => readonly SealingKey[],
): Promise<void> {
  const file = keyFile(dataDir);
  await database.transaction(async (tx) => {
    await lockKeys(tx);
    const keys = readKeys(file);
    const next = change(keys);
    if (next.length !== keys.length) await writeKeys(file, next);
  });
}

async function sealAnew(database: Database, secrets: SecretBox): Promise<Resealed> {
  const [first, ...others] = secrets.keys;
  const counts = { sealed: 0, unreadable: 0 };
  for (const table of SEALED_TABLES) {
    let after: string[] | undefined;
    do {
      const step = await database.transaction((tx) => sealSome(tx, table, secrets, after));
      after = step.last;
      counts.sealed += step.sealed;
      counts.unreadable += step.unreadable;
    } while (after);
  }
  return { key: idOfMark(first!.mark), ...counts, older: others.map(({ mark }) => idOfMark(mark)) };
}

/** The next rows of a table. @returns the key of the last one; undefined behind the end */
async function sealSome(
  tx: PlainTx,
  table: SealedTable,
  secrets: SecretBox,
  after: string[] | undefined,
): Promise<{ last: string[] | undefined; sealed: number; unreadable: number }> {
  const { mark } = secrets.keys[0]!;
  const rows = await lockOthers(tx, table, mark, after);
  const counts = { sealed: 0, unreadable: 0 };
  for (const { key, values } of rows) {
    const anew = values.map((value) => {
      if (value === null || value.subarray(0, mark.length).equals(mark)) return value;
      const text = openedText(secrets, value);
      counts[text === undefined ? 'unreadable' : 'sealed']++;
      return text === undefined ? value : secrets.seal(text);
    });
    if (anew.some((value, n) => value !== values[n])) await saveSealed(tx, table, { key, values: anew });
  }
  return { last: rows.at(-1)?.key, ...counts };
}

/** Opens a value; undefined for what was sealed under a key that was lost before. */
export function openedText(secrets: SecretBox, value: Buffer): string | undefined {
  try {
    return secrets.open(value);
  } catch {
    return undefined;
  }
}

/** A key, and how much is sealed under it. */
export interface SealingKeyUse {
  id: string;
  seals: boolean;
  values: number;
}

/** The keys that there are, and what is sealed under others: values that name none, of before they did, too. */
export async function sealingKeyUses({
  database,
  secrets,
}: Pick<Services, 'database' | 'secrets'>): Promise<{ keys: SealingKeyUse[]; others: number }> {
  const marks = secrets.keys.map(({ mark }) => mark);
  const keys = marks.map((mark, n) => ({ id: idOfMark(mark), seals: n === 0, values: 0 }));
  let others = 0;
  for (const table of SEALED_TABLES)
    for (const column of table.columns) {
      const { all, byMark } = await countSealed(database.reader, table, column, marks);
      for (const [n, count] of byMark.entries()) keys[n]!.values += count;
      others += byMark.reduce((rest, count) => rest - count, all);
    }
  return { keys, others };
}
