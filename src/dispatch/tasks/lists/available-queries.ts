import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import { TASK } from '../queries.ts';
import type { TaskRow } from '../task-row.ts';

/** Tasks that wait in any of the given containers for somebody with these skills, each container's in its order. */
export function listWaiting(
  reader: Reader,
  containerIds: readonly string[],
  skills: readonly string[],
  limit: number,
): Promise<TaskRow[]> {
  return reader.all(sql<TaskRow>`
    select ${TASK} from dispatch.tasks t
    where t.organization_id = ${reader.organizationId} and t.container_id = any(${containerIds}::text[]) and t.position is not null
      and t.skills <@ ${skills}::text[]
    order by t.container_id, t.position limit ${limit}`);
}
