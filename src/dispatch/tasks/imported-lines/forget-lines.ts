import { forgetDaily } from '../../../platform/jobs/keeping.ts';
import { deleteOldImportedLines } from './queries.ts';

/** A list of orders is not imported a second time by mistake after so long. */
const KEPT_DAYS = 90;

/** Digests of lines that became tasks. */
export const forgetImportedLines = forgetDaily({
  queue: 'dispatch-forget-imported-lines',
  at: '03:27',
  table: 'dispatch.imported_lines',
  days: KEPT_DAYS,
  delete: deleteOldImportedLines,
});
