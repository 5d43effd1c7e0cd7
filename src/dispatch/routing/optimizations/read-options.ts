import { DateTime, IANAZone } from 'luxon';
import type { Reader } from '../../../platform/db/reader.ts';
import { DispatchError, invalidValue } from '../../http/errors.ts';
import type { Chosen } from '../chosen.ts';
import type { DispatchOptions } from '../dispatch-options.ts';
import { readRoutePoint } from '../options.ts';
import type { OptimizationInput } from './input.ts';

/** Maximum number of days to plan ahead. */
const MAX_DAYS_AHEAD = 90;

/**
 * Reads the options of an optimization from the body.
 * @param workers the team of each worker
 * @throws {DispatchError} 1000 for a zone or a point that is none, 1009 for a day that is over or too far ahead and for slots that end before they
 *   begin, 1402 for a hub that does not exist
 */
export async function readOptimizationOptions(
  reader: Reader,
  body: OptimizationInput,
  { tasks, workers }: { tasks: string[]; workers: Record<string, string> },
  now: Date,
): Promise<DispatchOptions & { chosen: Chosen }> {
  const day = startOfDay(body.date, body.timezone);
  const [from, to] = [day.toSeconds(), day.plus({ days: 1 }).toSeconds()];
  const seconds = now.getTime() / 1000;
  if (to <= seconds) throw new DispatchError(1009, 'date must not be in the past.');
  if (from > seconds + MAX_DAYS_AHEAD * 86_400)
    throw new DispatchError(1009, `date must be at most ${MAX_DAYS_AHEAD} days from now.`);
  return {
    maxTasksPerRoute: body.maxTasksPerRoute,
    taskTimeWindow: [from, to],
    scheduleTimeWindow: [Math.max(from, seconds), to],
    serviceSeconds: body.serviceTime * 60,
    delaySeconds: body.mode === 1 ? 0 : body.maxViolationTime * 60,
    end: await readRoutePoint(reader, 'routeEnd', body.routeEnd),
    chosen: {
      tasks,
      teams: [...new Set(Object.values(workers))],
      workers,
      start: await readRoutePoint(reader, 'routeStart', body.routeStart),
      isOnDemand: body.jobType === 'ON-DEMAND',
      shifts: body.schedulingMethod === 1 ? defaultShifts(body, workers, day) : {},
    },
  };
}

function startOfDay(date: number, timezone: string): DateTime {
  if (!IANAZone.isValidZone(timezone)) throw invalidValue(`'${timezone.slice(0, 50)}' is not an IANA time zone.`);
  return DateTime.fromMillis(date, { zone: timezone }).startOf('day');
}

/** An entry whose owner is one of the workers is that worker's, any other is everybody's who has none; of another day than the planned one it is nobody's. */
function defaultShifts(
  { defaultSchedule }: OptimizationInput,
  workers: Record<string, string>,
  planned: DateTime,
): Chosen['shifts'] {
  const shifts: Chosen['shifts'] = {};
  for (const { date, slots, owner, timezone } of defaultSchedule ?? []) {
    const day =
      timezone || date !== undefined ? startOfDay(date ?? planned.toMillis(), timezone ?? planned.zoneName!) : planned;
    if (day.toISODate() !== planned.toISODate()) continue;
    const whose = owner && Object.hasOwn(workers, owner) ? owner : '';
    const times = slots.map(({ start, end }): [number, number] => [clockTime(day, start), clockTime(day, end)]);
    if (times.some(([from, to]) => to <= from))
      throw new DispatchError(1009, 'A slot of defaultSchedule must end after it begins.');
    shifts[whose] = [...(shifts[whose] ?? []), ...times].sort((one, other) => one[0] - other[0]);
  }
  return shifts;
}

/** `0930` of a day; `2400` is its end. */
function clockTime(day: DateTime, text: string): number {
  const [hour, minute] = [Number(text.slice(0, 2)), Number(text.slice(2))];
  return (hour === 24 ? day.plus({ days: 1 }) : day.set({ hour, minute })).toSeconds();
}
