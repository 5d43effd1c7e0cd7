import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { seesTeam, type Viewer } from '../sight/fragments.ts';
import { presentTeams, type Team } from './present.ts';
import { pageOfTeams, type TeamRow } from './queries.ts';

/** At most `most` teams in sight by age, page by page: few at a time, since each may have very many members. */
export function pagesOfTeams(
  reader: Reader,
  viewer: Viewer,
  condition: Sql<boolean>,
  most: number,
): AsyncGenerator<Team[]> {
  const inSight = sql<boolean>`${condition} and ${seesTeam(viewer, sql`id`)}`;
  return pagesOf<TeamRow & PageEnd, Team>({
    most,
    size: 50,
    read: (after, limit) => pageOfTeams(reader, inSight, after, limit),
    present: (rows) => presentTeams(reader, rows),
  });
}
