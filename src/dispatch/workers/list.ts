import type { Reader } from '../../platform/db/reader.ts';
import type { Sql } from '../../platform/db/sql.ts';
import { type Holding, holdingsOf } from '../containers/access.ts';
import { pick } from './filter.ts';
import { presentWorker } from './present.ts';
import { pageOfWorkers, type WorkerCursor } from './queries.ts';

/** Workers presented at a time: of a long list only its text is kept, not the rows and objects of all. */
const PAGE = 500;

/** A list of workers as JSON text, page by page. */
export async function workersAsJson(
  reader: Reader,
  organizationId: string,
  condition: Sql<boolean>,
  fields: Set<string> | undefined,
): Promise<string> {
  const needsTasks = !fields || fields.has('tasks') || fields.has('activeTask');
  const pages: string[] = [];
  let after: WorkerCursor | undefined;
  for (;;) {
    const rows = await pageOfWorkers(reader, organizationId, condition, after, PAGE);
    const ids = rows.map((row) => row.id);
    const holdings: Map<string, Holding> = needsTasks
      ? await holdingsOf(reader, organizationId, 'WORKER', ids)
      : new Map();
    if (rows.length > 0)
      pages.push(rows.map((row) => JSON.stringify(pick(presentWorker(row, holdings.get(row.id)), fields))).join(','));
    if (rows.length < PAGE) return `[${pages.join(',')}]`;
    after = rows.at(-1)!;
  }
}
