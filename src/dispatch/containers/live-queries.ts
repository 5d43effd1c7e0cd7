import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { ContainerType } from './queries.ts';

export interface ContainerListRow {
  id: string;
  type: ContainerType;
  owner: string;
  version: number;
  tasks: string[];
}

/** A container with its list: read by one statement, so that the version is the list's. */
const LIST = sql`c.id, c.type, c.owner_id as owner, c.version, array(
  select t.id from dispatch.tasks t
  where t.organization_id = c.organization_id and t.container_id = c.id and t.position is not null
  order by t.position) as tasks`;

/** True for containers that were ever used. Some rows only exist because a request had to lock them. */
const IS_USED = sql`c.released_at is null and (c.version > 0 or c.task_count > 0)`;

/** A page of the containers that meet a condition on `c`, by ID. */
export function pageOfContainerLists(
  reader: Reader,
  condition: Sql<boolean>,
  after: string | undefined,
  limit: number,
): Promise<ContainerListRow[]> {
  return reader.all(sql<ContainerListRow>`
    select ${LIST} from dispatch.containers c
    where c.organization_id = ${reader.organizationId} and ${IS_USED} and ${condition} and c.id > ${after ?? ''}
    order by c.id limit ${limit}`);
}

export function findContainerLists(reader: Reader, ids: readonly string[]): Promise<ContainerListRow[]> {
  return reader.all(sql<ContainerListRow>`
    select ${LIST} from dispatch.containers c
    where c.organization_id = ${reader.organizationId} and ${IS_USED} and c.id = any(${ids}::text[])`);
}
