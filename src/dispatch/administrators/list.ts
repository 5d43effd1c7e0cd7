import type { Static } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { type Administrator, presentAdministrator } from './present.ts';
import { type AdministratorRow, pageOfAdministrators } from './queries.ts';

/** At most `most` administrators, the super administrator first, then by age, page by page. */
export function pagesOfAdministrators(
  reader: Reader,
  condition: Sql<boolean>,
  most: number,
): AsyncGenerator<Static<typeof Administrator>[]> {
  return pagesOf<AdministratorRow & PageEnd, Static<typeof Administrator>>({
    most,
    read: (after, limit) => pageOfAdministrators(reader, condition, after, limit),
    present: (rows) => rows.map(presentAdministrator),
  });
}
