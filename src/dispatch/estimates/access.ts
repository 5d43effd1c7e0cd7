import type { Reader } from '../../platform/db/reader.ts';
import { findStopTimes, findTimesUpTo, findTravelModel, type StopTimeRow } from './queries.ts';
import { speedsAt, type TravelModel } from './travel.ts';

export type { StopTimeRow };

/** Returns the travel model of an organization's vehicles. */
export async function travelModelOf(reader: Reader): Promise<TravelModel> {
  return (await findTravelModel(reader)) ?? { timezone: 'UTC', corrections: {} };
}

/** Returns the estimated arrival and completion of the workers' tasks, by task. */
export async function stopTimesOf(
  reader: Reader,
  workerIds: readonly string[],
  now: Date,
): Promise<Map<string, StopTimeRow>> {
  if (workerIds.length === 0) return new Map();
  const speeds = speedsAt(await travelModelOf(reader), now);
  const times = await findStopTimes(reader, workerIds, { now, speeds });
  return new Map(times.map((time) => [time.taskId, time]));
}

/** The same for these tasks, and perhaps for others. */
export async function timesOfTasks(
  reader: Reader,
  taskIds: readonly string[],
  now: Date,
): Promise<Map<string, StopTimeRow>> {
  if (taskIds.length === 0) return new Map();
  const speeds = speedsAt(await travelModelOf(reader), now);
  const times = await findTimesUpTo(reader, taskIds, { now, speeds });
  return new Map(times.map((time) => [time.taskId, time]));
}
