import type { PlainReader } from '../db/reader.ts';
import type { ImportRun } from './import-run.ts';
import { findRunByHash } from './queries.ts';
import { importTokenHash } from './token.ts';

export { countOpenRunsBegunBy, findImportRun, loadImportRuns, openImportRunOf } from './queries.ts';

/** The import whose page a token opens. */
export function findImportRunByToken(reader: PlainReader, token: string): Promise<ImportRun | undefined> {
  return findRunByHash(reader, importTokenHash(token));
}
