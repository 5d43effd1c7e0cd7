import pg from 'pg';
import type { BackupHeader, DatabaseForm } from './backup-form.ts';

/** Describes the database of a backup. */
export async function describeDatabase(
  connectionString: string,
  kind: DatabaseForm['kind'],
): Promise<Pick<BackupHeader, 'database' | 'migrations'>> {
  const client = new pg.Client({ connectionString, application_name: 'hubbub backup' });
  client.on('error', () => undefined); // the statement under way fails with it
  await client.connect();
  try {
    const version = await client.query<{ major: number }>(
      "select current_setting('server_version_num')::int / 10000 as major",
    );
    const migrations = await client.query<{ name: string }>('select name from public.hubbub_migrations order by name');
    const { major } = version.rows[0]!;
    const machine = `${process.platform}-${process.arch}`;
    return {
      database: kind === 'dump' ? { kind, version: major } : { kind, version: major, machine },
      migrations: migrations.rows.map(({ name }) => name),
    };
  } finally {
    await client.end();
  }
}
