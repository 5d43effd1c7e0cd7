import { type Static, Type } from 'typebox';
import type { Reader } from '../../platform/db/reader.ts';
import { described } from '../../platform/http/described.ts';
import { distance } from '../geography/distance.ts';
import { invalidValue } from '../http/errors.ts';
import { Millis } from '../http/validate.ts';
import { type TrackPoint, trackOf } from '../positions/access.ts';
import { type DutyEventRow, findDutyEvents, findWork } from './queries.ts';
import { lengthIn, mergeSpans, type Spans, without } from './spans.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Activity of a worker in a period (spec: dispatch 4): metres and seconds on the way to tasks and otherwise on duty.
 */
export const Analytics = Type.Object({
  events: Type.Array(
    Type.Object({
      action: Type.Enum(['onduty', 'offduty'], { description: 'Whether the worker went on or off duty.' }),
      time: Type.Integer({ description: 'When it happened, in milliseconds since 1970.' }),
    }),
    { description: 'Changes of duty, oldest first.' },
  ),
  distances: Type.Object(
    {
      enroute: Type.Integer({ description: 'Metres with an active task.' }),
      idle: Type.Integer({ description: 'Metres on duty without an active task.' }),
    },
    { description: 'Metres that the worker travelled.' },
  ),
  times: Type.Object(
    {
      enroute: Type.Integer({ description: 'Seconds with an active task.' }),
      idle: Type.Integer({ description: 'Seconds on duty without an active task.' }),
    },
    { description: 'Seconds that the worker was on duty.' },
  ),
  taskCounts: Type.Object(
    {
      succeeded: Type.Integer({ description: 'Tasks completed with success.' }),
      failed: Type.Integer({ description: 'Tasks completed without success.' }),
    },
    { description: 'Numbers of completed tasks.' },
  ),
});
export type Analytics = Static<typeof Analytics>;

/** The query parameters that ask for analytics. */
export const analyticsQuery = {
  analytics: Type.Boolean({ description: 'True adds what the worker did. False if absent.' }),
  from: described(Millis, 'Start of the period, in milliseconds since 1970; a week ago if both ends are absent.'),
  to: described(Millis, 'End of the period, at most 24 hours after its start; now if both ends are absent.'),
};

export interface Range {
  from: Date;
  to: Date;
}

/**
 * The span of time that is asked for: the last week when nothing is said, else at most 24 hours (spec: dispatch 8).
 * @throws {DispatchError} 1000 for a range that is longer or ends before it begins
 */
export function readTimeRange({ from, to }: { from?: number; to?: number }, now: Date): Range {
  if (from === undefined && to === undefined) return { from: new Date(now.getTime() - 7 * DAY_MS), to: now };
  const end = to ?? from! + DAY_MS;
  const start = from ?? Math.max(0, end - DAY_MS);
  if (end < start) throw invalidValue('to must not be before from.');
  if (end - start > DAY_MS) throw invalidValue('from and to must be at most 24 hours apart.');
  return { from: new Date(start), to: new Date(end) };
}

/** The analytics of a worker. */
export async function analyticsOf(reader: Reader, workerId: string, range: Range, now: Date): Promise<Analytics> {
  const { from, to } = range;
  const [duties, work, track] = await Promise.all([
    findDutyEvents(reader, workerId, from, to),
    findWork(reader, workerId, from, to),
    trackOf(reader, workerId, from, to),
  ]);
  // A period without an end lasts until now.
  const [start, end] = [from.getTime(), Math.min(to.getTime(), now.getTime())];
  const legs = work.flatMap(({ started_at, completed_at }): [number, number][] =>
    started_at ? [[started_at.getTime(), completed_at?.getTime() ?? end]] : [],
  );
  const enroute = mergeSpans(legs, start, end);
  const idle = without(mergeSpans(dutySpans(duties, end), start, end), enroute);
  const completed = work.filter(({ completed_at }) => completed_at && completed_at >= from && completed_at < to);
  return {
    events: duties
      .filter(({ at }) => at >= from)
      .map(({ at, on_duty }) => ({ action: on_duty ? 'onduty' : 'offduty', time: at.getTime() })),
    distances: { enroute: metresIn(enroute, track), idle: metresIn(idle, track) },
    times: { enroute: Math.round(lengthIn(enroute) / 1000), idle: Math.round(lengthIn(idle) / 1000) },
    taskCounts: {
      succeeded: completed.filter(({ succeeded }) => succeeded).length,
      failed: completed.filter(({ succeeded }) => succeeded === false).length,
    },
  };
}

function dutySpans(events: readonly DutyEventRow[], end: number): Spans {
  return events.flatMap(({ at, on_duty }, index): [number, number][] =>
    on_duty ? [[at.getTime(), events[index + 1]?.at.getTime() ?? end]] : [],
  );
}

/** Metres of a way that were gone within the spans; between two reports the speed is taken as even. */
function metresIn(spans: Spans, track: readonly TrackPoint[]): number {
  let metres = 0;
  for (let i = 1; i < track.length; i++) {
    const [before, after] = [track[i - 1]!, track[i]!];
    const [from, to] = [before.at.getTime(), after.at.getTime()];
    const share = lengthIn(spans, from, to) / (to - from);
    if (share > 0) metres += share * distance(before.location, after.location);
  }
  return Math.round(metres);
}
