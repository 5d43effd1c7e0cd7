import type { Reader } from '../../platform/db/reader.ts';
import type { Viewer } from './fragments.ts';
import { findUnseen } from './queries.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Returns the given IDs that are out of sight. Naming one is answered as if it did not exist. Costs nothing for callers
 * who see everything.
 */
export async function unseenAmong(reader: Reader, viewer: Viewer, ids: Iterable<string>): Promise<ReadonlySet<string>> {
  if (viewer.sight.teams === null) return NONE;
  const given = [...new Set(ids)];
  return given.length === 0 ? NONE : new Set(await findUnseen(reader, viewer, given));
}
