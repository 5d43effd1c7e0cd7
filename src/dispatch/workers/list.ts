import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { presentWorkers, type Worker } from './present.ts';
import { pageOfWorkers, type WorkerCursor } from './queries.ts';

/** Workers presented at a time. */
const PAGE = 250;

/**
 * At most `most` workers by age, page by page. Each page is a statement of its own and goes on after the last one's
 * end, so that no transaction is held open for a client that reads slowly: who is created or deleted meanwhile may be
 * in the list or not, all others are in it once.
 */
export async function* pagesOfWorkers(
  reader: Reader,
  organizationId: string,
  condition: Sql<boolean>,
  most: number,
): AsyncGenerator<Worker[]> {
  let after: WorkerCursor | undefined;
  for (let left = most; left > 0; left -= PAGE) {
    const size = Math.min(left, PAGE);
    const rows = await pageOfWorkers(reader, organizationId, condition, after, size);
    yield await presentWorkers(reader, rows);
    if (rows.length < size) return;
    after = rows.at(-1)!;
  }
}
