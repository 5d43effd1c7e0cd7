import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { seesDispatch, type Viewer } from '../sight/fragments.ts';
import type { DispatchRow } from './queries.ts';

/** A dispatch without its routes. */
export type DispatchHeadRow = Pick<
  DispatchRow,
  'id' | 'teamId' | 'submittedAt' | 'finishedAt' | 'state' | 'onlyProposes' | 'progress'
>;

/** The dispatches of the teams in sight, newest first. */
export function listDispatchHeads(reader: Reader, viewer: Viewer, limit: number): Promise<DispatchHeadRow[]> {
  return reader.all(sql<DispatchHeadRow>`
    select d.id, d.team_id as "teamId", d.submitted_at as "submittedAt", d.finished_at as "finishedAt", d.state,
      d.only_proposes as "onlyProposes", d.progress
    from dispatch.team_dispatches d
    where d.organization_id = ${viewer.organizationId} and d.is_started
      and ${seesDispatch(viewer)}
    order by d.submitted_at desc, d.id limit ${limit}`);
}
