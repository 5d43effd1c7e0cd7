import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx, Tx } from '../db/tx.ts';

/** Takes back jobs that are about an organization, those that are done included. @returns how many */
export function doDeleteJobsOf(tx: PlainTx, organizationId: string, limit: number): Promise<number> {
  return tx.run(sql`
    delete from jobs.job where (name, id) in (
      select name, id from jobs.job where data->>'organizationId' = ${organizationId} limit ${limit})`);
}

/** Columns of a job that go with its organization to another cell; the others say how far it was there. */
const MOVED = [
  ...['id', 'name', 'priority', 'data', 'retry_limit', 'retry_delay', 'retry_backoff', 'expire_seconds'],
  ...['deletion_seconds', 'singleton_key', 'start_after', 'keep_until', 'policy', 'heartbeat_seconds'],
];

/** The jobs of an organization that are not done, each as JSON. */
export async function loadJobsOf(reader: PlainReader, organizationId: string): Promise<string[]> {
  const rows = await reader.all(sql<{ line: string }>`
    select to_jsonb(j)::text as line from jobs.job j
    where data->>'organizationId' = ${organizationId} and state < 'completed' order by created_on, id`);
  return rows.map(({ line }) => line);
}

/** Adds the jobs that have come with an organization from another cell. */
export async function doAddMovedJobs(tx: Tx): Promise<void> {
  await tx.run(sql`
    insert into jobs.job (${sql.raw(MOVED.join(', '))})
    select ${sql.raw(MOVED.map((column) => `j.${column}`).join(', '))}
    from platform.organization_moves m, jsonb_populate_recordset(null::jobs.job, m.jobs) j
    where m.id = ${tx.organizationId} on conflict do nothing`);
}
