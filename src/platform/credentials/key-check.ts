/** Whether the keys of a process are those of its database: a value that they must open lies there (docs/decisions/0085-who-may-start.md). */

import type pg from 'pg';
import type { Config } from '../config.ts';
import { displayPath } from '../data-folder.ts';
import { CannotOpenDatabase } from '../postgres/cannot-open.ts';
import { SEALED_TABLES } from './sealed-columns.ts';
import { keyFile } from './sealing-keys.ts';
import type { SecretBox } from './secret-box.ts';

/** Pools and connections. */
type Queryable = Pick<pg.ClientBase | pg.Pool, 'query'>;

/** Sealed content. */
const WORD = 'hubbub';
/** Values that are tried of each column, where a version before has left no value to check. */
const SAMPLES = 20;

/**
 * Changes nothing, and reads tables of this version or of any one before.
 * @param secrets undefined: there is no key yet
 * @throws {CannotOpenDatabase} when the database has values of other keys
 */
export async function refuseOtherKey(
  client: Queryable,
  secrets: SecretBox | undefined,
  config: Pick<Config, 'dataDir' | 'secretKey'>,
): Promise<void> {
  if (await isKeyOf(client, secrets)) return;
  throw new CannotOpenDatabase(
    `${whichKey(secrets, config)} Restore the server's former key. If it is lost, see “Changing keys” in docs/operators/security.md.`,
  );
}

/** Whether the keys open what is sealed in a database; any key is that of one in which nothing is. */
export async function isKeyOf(client: Queryable, secrets: SecretBox | undefined): Promise<boolean> {
  const sealed = await readCheck(client);
  const values = sealed ? [sealed] : await readSamples(client);
  return values.length === 0 || values.some((value) => opens(secrets, value));
}

function whichKey(
  secrets: SecretBox | undefined,
  { secretKey, dataDir }: Pick<Config, 'dataDir' | 'secretKey'>,
): string {
  const file = displayPath(keyFile(dataDir));
  if (secretKey !== undefined) return 'SECRET_KEY is not the key of this database: it does not open the sealed values.';
  if (secrets) return `The key in ${file} is not the key of this database: it does not open the sealed values.`;
  return `The key of this database is missing: SECRET_KEY is not set and ${file} does not exist.`;
}

/**
 * Makes the keys those of the database, where none are yet.
 * @param replaces whether other keys are given up, with what they have sealed
 */
export async function saveKeyCheck(client: Queryable, secrets: SecretBox, replaces = false): Promise<void> {
  await client.query(
    `insert into platform.sealing_check (id, sealed) values ('key', $1)
    on conflict (id) ${replaces ? 'do update set sealed = excluded.sealed' : 'do nothing'}`,
    [secrets.seal(WORD)],
  );
}

async function readCheck(client: Queryable): Promise<Buffer | undefined> {
  if (!(await hasColumn(client, 'platform.sealing_check', 'sealed'))) return undefined;
  const { rows } = await client.query<{ sealed: Buffer }>('select sealed from platform.sealing_check');
  return rows[0]?.sealed;
}

/** Some values of each column: some of them may be of a key that was lost long ago. */
async function readSamples(client: Queryable): Promise<Buffer[]> {
  const samples: Buffer[] = [];
  for (const { name, columns } of SEALED_TABLES)
    for (const column of columns) {
      if (!(await hasColumn(client, name, column))) continue;
      const { rows } = await client.query<{ value: Buffer }>(
        `select ${column} as value from ${name} where ${column} is not null limit ${SAMPLES}`,
      );
      samples.push(...rows.map(({ value }) => value));
    }
  return samples;
}

async function hasColumn(client: Queryable, table: string, column: string): Promise<boolean> {
  const { rowCount } = await client.query(
    'select from pg_attribute where attrelid = to_regclass($1) and attname = $2 and not attisdropped',
    [table, column],
  );
  return rowCount === 1;
}

function opens(secrets: SecretBox | undefined, sealed: Buffer): boolean {
  try {
    secrets?.open(sealed);
    return secrets !== undefined;
  } catch {
    return false;
  }
}
