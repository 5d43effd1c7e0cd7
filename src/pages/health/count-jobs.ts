import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** Note of pg-boss on a job that it hands back at a stop. */
const INTERRUPTED = '%pg-boss shut down%';

/** Numbers of background jobs by state. */
export interface JobCounts {
  /** Waiting although they are due for five minutes. */
  late: number;
  /** Given up within the day for which they are kept. */
  failed: number;
  interrupted: number;
  /** Queues whose last job was given up: what they do does not work now. */
  broken: string[];
}

/** Counts them. Those that an ordinary stop interrupted did not fail: they come again by themselves. */
export async function countJobs(reader: PlainReader): Promise<JobCounts> {
  const counts = await reader.first(sql<JobCounts>`
    select count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '5 minutes')::int as late,
      count(*) filter (where state = 'failed' and coalesce(output::text, '') not like ${INTERRUPTED})::int as failed,
      count(*) filter (where state in ('failed', 'retry') and output::text like ${INTERRUPTED})::int as interrupted,
      array(
        select name from (
          select distinct on (name) name, state = 'failed' and coalesce(output::text, '') not like ${INTERRUPTED} as "isGivenUp"
          from jobs.job where state in ('completed', 'failed') order by name, completed_on desc nulls last
        ) as last
        where "isGivenUp" order by name) as broken
    from jobs.job`);
  return counts!;
}
