import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { pick } from './filter.ts';
import { presentWorkers } from './present.ts';
import { pageOfWorkers, type WorkerCursor } from './queries.ts';

/** Workers presented at a time: of a long list only its text is kept, not the rows and objects of all. */
const PAGE = 500;

/** A list of at most `most` workers as JSON text, page by page. */
export async function workersAsJson(
  reader: Reader,
  organizationId: string,
  condition: Sql<boolean>,
  fields: Set<string> | undefined,
  most: number,
): Promise<string> {
  const pages: string[] = [];
  let after: WorkerCursor | undefined;
  for (let left = most; ; left -= PAGE) {
    const size = Math.min(left, PAGE);
    const rows = await pageOfWorkers(reader, organizationId, condition, after, size);
    const workers = await presentWorkers(reader, rows);
    if (workers.length > 0) pages.push(workers.map((worker) => JSON.stringify(pick(worker, fields))).join(','));
    if (rows.length < size || left <= PAGE) return `[${pages.join(',')}]`;
    after = rows.at(-1)!;
  }
}
