import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';

/** What pg-boss notes of a job that it hands back at a stop. */
const INTERRUPTED = '%pg-boss shut down%';

/** How the background jobs stand. Those that an ordinary stop interrupted did not fail: they come again by themselves. */
export async function countJobs(reader: Reader): Promise<{ late: number; failed: number; interrupted: number }> {
  const counts = await reader.first(sql<{ late: number; failed: number; interrupted: number }>`
    select count(*) filter (where state in ('created', 'retry') and start_after < now() - interval '5 minutes')::int as late,
      count(*) filter (where state = 'failed' and coalesce(output::text, '') not like ${INTERRUPTED})::int as failed,
      count(*) filter (where state in ('failed', 'retry') and output::text like ${INTERRUPTED})::int as interrupted
    from jobs.job`);
  return counts!;
}
