import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { listMigrations } from '../../src/platform/db/migrate.ts';
import { createTestDatabase } from './database.ts';

/** An empty database, for tests of what a migration makes of what was there before it. */
export interface MigratedDatabase extends AsyncDisposable {
  db: pg.Client;
  connectionString: string;
  /** Applies the migrations with these numbers and those between. */
  apply(from: string, to: string): Promise<void>;
}

export async function createUnmigratedDatabase(): Promise<MigratedDatabase> {
  const database = await createTestDatabase();
  const url = new URL(database.connectionString);
  const name = `${url.pathname.slice(1)}_before`;
  const admin = new pg.Client({ connectionString: database.connectionString });
  await admin.connect();
  await admin.query(`create database ${name} template template0`);
  url.pathname = `/${name}`;
  const db = new pg.Client({ connectionString: url.href });
  await db.connect();
  const migrations = await listMigrations();
  return {
    db,
    connectionString: url.href,
    async apply(from, to) {
      for (const { file } of migrations) {
        const number = path.basename(file).slice(0, 4);
        if (number >= from && number <= to) await db.query(await readFile(file, 'utf8'));
      }
    },
    async [Symbol.asyncDispose]() {
      await db.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await database.drop();
    },
  };
}
