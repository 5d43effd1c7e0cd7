import type { Reader } from '../../platform/db/reader.ts';
import { listPins } from './queries.ts';

export { findPin } from './queries.ts';

/** The sealed PINs of those of some tasks that are not finished and ask for one. */
export async function sealedPinsOf(reader: Reader, taskIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>> {
  if (taskIds.length === 0) return new Map();
  const rows = await listPins(reader, taskIds);
  return new Map(rows.map(({ taskId, sealed }) => [taskId, sealed]));
}
