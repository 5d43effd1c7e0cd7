import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { presentTeams, type Team } from './present.ts';
import { pageOfTeams, type TeamRow } from './queries.ts';

/** At most `most` teams by age, page by page: few at a time, since each may have very many members. */
export function pagesOfTeams(
  reader: Reader,
  organizationId: string,
  condition: Sql<boolean>,
  most: number,
): AsyncGenerator<Team[]> {
  return pagesOf<TeamRow & PageEnd, Team>({
    most,
    size: 50,
    read: (after, limit) => pageOfTeams(reader, organizationId, condition, after, limit),
    present: (rows) => presentTeams(reader, rows),
  });
}
