import { SCHEMA } from './schema.ts';

/** Runs a statement on the tables of jobs. */
interface JobDatabase {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
}

/** Sort key of jobs in pg-boss: highest priority first, then oldest. */
interface Turn {
  priority: number;
  group: { id: string };
}

const INDEX = 'job_turns';
const WAITING = "state < 'active' and not blocked";

/** Finds an organization's last turn without reading what waits. A start that finds it takes no lock on the table. */
export async function ensureTurnsIndex(run: (text: string) => Promise<{ rows: unknown[] }>): Promise<void> {
  const { rows } = await run(`select to_regclass('${SCHEMA}.${INDEX}') is not null as "isThere"`);
  if ((rows as { isThere: boolean }[])[0]?.isThere) return;
  await run(`create index if not exists ${INDEX} on ${SCHEMA}.job (name, group_id, priority) where ${WAITING}`);
}

/**
 * The turns of new jobs. Each organization has one in a round, and a round is a priority: an organization's next job comes one
 * round after its last one that waits, and not before the round that is being worked off. Two requests at the same moment may
 * give an organization two turns of one round, which is no harm.
 * @param jobs each with an `organizationId` in its data
 * @throws {Error} where one has none
 */
export async function turnsOf(db: JobDatabase, queue: string, jobs: readonly { data: object }[]): Promise<Turn[]> {
  const owners = jobs.map(({ data }) => (data as { organizationId?: string }).organizationId);
  const organizations = [...new Set(owners)];
  if (organizations.includes(undefined)) throw new Error(`a job of ${queue} is of no organization`);
  const { rows } = await db.executeSql(
    `select organization as id,
       (select max(priority) from ${SCHEMA}.job
        where name = $1 and ${WAITING} and start_after <= ${SCHEMA}.job_now()) as round,
       (select min(priority) from ${SCHEMA}.job where name = $1 and ${WAITING} and group_id = organization) as last
     from unnest($2::text[]) as organization`,
    [queue, organizations],
  );
  const next = new Map(
    (rows as { id: string; round: number | null; last: number | null }[]).map(({ id, round, last }) => {
      const current = round ?? 0;
      return [id, last === null ? current : Math.min(current, last - 1)];
    }),
  );
  return owners.map((id) => {
    const priority = next.get(id!)!;
    next.set(id!, priority - 1);
    return { priority, group: { id: id! } };
  });
}
