import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { type PageEnd, pagesOf } from '../http/pages.ts';
import { seesWorker, type Viewer } from '../sight/fragments.ts';
import { presentWorkers, type Worker } from './present.ts';
import { pageOfWorkers, type WorkerRow } from './queries.ts';

/** At most `most` workers in sight by age, page by page. */
export function pagesOfWorkers(
  reader: Reader,
  viewer: Viewer,
  condition: Sql<boolean>,
  most: number,
  publicUrl: string,
): AsyncGenerator<Worker[]> {
  const inSight = sql<boolean>`${condition} and ${seesWorker(viewer, sql`workers.id`)}`;
  return pagesOf<WorkerRow & PageEnd, Worker>({
    most,
    read: (after, limit) => pageOfWorkers(reader, inSight, after, limit),
    present: (rows) => presentWorkers(reader, rows, publicUrl),
  });
}
