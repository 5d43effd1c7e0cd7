import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { presentWorkers, type Worker } from './present.ts';
import { pageOfWorkers, type WorkerRow } from './queries.ts';

/** At most `most` workers by age, page by page. */
export function pagesOfWorkers(
  reader: Reader,
  organizationId: string,
  condition: Sql<boolean>,
  most: number,
  publicUrl: string,
): AsyncGenerator<Worker[]> {
  return pagesOf<WorkerRow & PageEnd, Worker>({
    most,
    read: (after, limit) => pageOfWorkers(reader, organizationId, condition, after, limit),
    present: (rows) => presentWorkers(reader, rows, publicUrl),
  });
}
