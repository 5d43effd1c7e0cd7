import { sql } from '../../platform/db/sql.ts';

/** Whether a row of the log is the event of a task that came in a batch (`isOfBatch`). */
export const ofBatch = sql`
  kind = 'task' and payload->>'triggerId' is null
    and payload#>>'{data,task,timeCreated}' = (extract(epoch from at) * 1000)::bigint::text`;
