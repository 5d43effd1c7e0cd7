import type { Reader } from '../../platform/db/reader.ts';
import { defineFact } from '../../platform/events/facts.ts';
import type { Services } from '../../platform/services.ts';
import {
  findStopTime,
  findStopTimes,
  findTimesUpTo,
  findTimezone,
  findTravelModel,
  type Pace,
  type StopTimeRow,
} from './queries.ts';
import { speedsAt, type TravelModel } from './travel.ts';

const timezones = defineFact('time zone', ['platform.organizations']);

export type { StopTimeRow };

/** Returns the travel model of an organization's vehicles. */
export async function travelModelOf(reader: Reader): Promise<TravelModel> {
  return (await findTravelModel(reader)) ?? { timezone: 'UTC', corrections: {} };
}

/** Returns the factors of the stops' times at a moment. */
export async function paceAt(reader: Reader, now: Date): Promise<Pace> {
  return { now, speeds: speedsAt((await findTimezone(reader)) ?? 'UTC', now) };
}

/** Returns the estimated arrival and completion of the workers' tasks, by task. */
export async function stopTimesOf(
  reader: Reader,
  workerIds: readonly string[],
  now: Date,
): Promise<Map<string, StopTimeRow>> {
  if (workerIds.length === 0) return new Map();
  const times = await findStopTimes(reader, workerIds, await paceAt(reader, now));
  return new Map(times.map((time) => [time.taskId, time]));
}

/** The same for these tasks, and perhaps for others. */
export async function timesOfTasks(
  reader: Reader,
  taskIds: readonly string[],
  now: Date,
): Promise<Map<string, StopTimeRow>> {
  if (taskIds.length === 0) return new Map();
  const times = await findTimesUpTo(reader, taskIds, await paceAt(reader, now));
  return new Map(times.map((time) => [time.taskId, time]));
}

/** The same for one task of a worker; nothing else is read but what comes before it. */
export async function timeOfTask(
  reader: Reader,
  { state }: Services,
  task: { workerId: string; taskId: string },
  now: Date,
): Promise<StopTimeRow | undefined> {
  const timezone = await state.of(reader.organizationId).read(timezones, '', findTimezone);
  return findStopTime(reader, task, { now, speeds: speedsAt(timezone ?? 'UTC', now) });
}
