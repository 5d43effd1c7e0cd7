import { PgBoss } from 'pg-boss';
import { SCHEMA } from './schema.ts';

/** Makes the tables of background jobs, without a queue in them, where no server has made them yet. */
export async function makeJobTables(connectionString: string): Promise<void> {
  const boss = new PgBoss({ connectionString, schema: SCHEMA, max: 1, supervise: false, schedule: false });
  let failure: Error | undefined;
  boss.on('error', (error) => {
    failure ??= error;
  });
  await boss.start();
  await boss.stop({ graceful: false, close: true });
  if (failure) throw failure;
}
