import type { PlainReader } from '../db/reader.ts';
import { type AuditFilter, type AuditRow, loadEntries } from './queries.ts';

export type { AuditFilter, AuditRow };
export { loadEntries };

/** Entries that are read at a time where all are wanted. */
const PAGE = 500;

/** All entries that fit, newest first, page by page; no transaction is held open between. */
export async function* pagesOfEntries(
  reader: PlainReader,
  organizationId: string,
  filter: AuditFilter,
): AsyncGenerator<AuditRow[]> {
  let before: string | undefined;
  for (;;) {
    const rows = await loadEntries(reader, organizationId, filter, before, PAGE);
    yield rows;
    if (rows.length < PAGE) return;
    before = rows.at(-1)!.id;
  }
}
