import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';

/** An event of the log as an operator reads it. */
export interface LoggedEvent {
  id: number;
  at: Date;
  part: string;
  kind: string;
  audience: string[];
  payload: unknown;
  state: boolean;
}

const MAX_AT_ONCE = 1000;
const COLUMNS = sql.raw('id, at, part, kind, audience, payload, state');

/** The newest events of an organization, or those after an ID (1000 at most), oldest first. */
export function readLog(
  reader: PlainReader,
  organizationId: string,
  which: { newest: number } | { after: number },
): Promise<LoggedEvent[]> {
  if ('after' in which) {
    return reader.all(sql<LoggedEvent>`
      select ${COLUMNS} from platform.event_log
      where organization_id = ${organizationId} and id > ${which.after} order by id limit ${MAX_AT_ONCE}`);
  }
  return reader.all(sql<LoggedEvent>`
    select * from (
      select ${COLUMNS} from platform.event_log
      where organization_id = ${organizationId} order by id desc limit ${which.newest}) newest
    order by id`);
}
