import type { Reader } from '../../platform/db/reader.ts';
import { findStopTimes, type StopTime } from './queries.ts';
import { speeds } from './travel.ts';

export type { StopTime };

/** When these workers will reach and do what they have to do, by task. */
export async function stopTimesOf(
  reader: Reader,
  organizationId: string,
  workerIds: readonly string[],
  now: Date,
): Promise<Map<string, StopTime>> {
  if (workerIds.length === 0) return new Map();
  const times = await findStopTimes(reader, organizationId, workerIds, { now, speeds });
  return new Map(times.map((time) => [time.taskId, time]));
}
