import { IANAZone } from 'luxon';
import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { invalidValue, missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { Millis, ObjectId } from '../http/validate.ts';
import { accessTeam } from '../teams/access.ts';
import { accessWorker } from '../workers/access.ts';
import { countCompleted } from './completed-queries.ts';
import { byDay, byHour, total } from './tally.ts';

const DAY_MS = 24 * 3_600_000;
/** Days that one answer may be of. */
const MAX_DAYS = 31;
/** Workers, and reasons, that are named; those with the most tasks. */
const MAX_NAMED = 500;

const tally = {
  succeeded: Type.Integer({ description: 'Tasks completed with success.' }),
  failed: Type.Integer({ description: 'Tasks completed without success.' }),
  onTime: Type.Integer({ description: 'Tasks with a `completeBefore` that were completed by then.' }),
  late: Type.Integer({ description: 'Tasks with a `completeBefore` that were completed after it.' }),
};

const distance = Type.Integer({
  description: 'Metres in straight lines from where tasks were started to where they were completed.',
});

/** Ours: what was completed, for the charts of the console. Of one worker's day `GET /workers/{workerId}` says more. */
export const getAnalytics = dispatchOperation({
  method: 'GET',
  path: '/analytics',
  summary: `Count the completed tasks of up to ${MAX_DAYS} days by day, hour, worker and reason of failure`,
  access: 'apiKey',
  query: {
    from: described(Millis, 'Required. Start of the period, in milliseconds since 1970.'),
    to: described(Millis, 'Required. End of the period, in milliseconds since 1970.'),
    team: described(ObjectId, 'ID of a team, to count its tasks only.'),
    worker: described(ObjectId, 'ID of a worker, to count their tasks only.'),
    timezone: Type.String({ maxLength: 100, description: 'IANA time zone of days and hours; UTC if absent.' }),
  },
  answer: Type.Object({
    total: Type.Object({ ...tally, distance }, { description: 'Totals of the whole period.' }),
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'The day as YYYY-MM-DD.' }),
        start: Type.Integer({ description: 'When the day starts, in milliseconds since 1970.' }),
        ...tally,
      }),
      { description: 'Counts by day, oldest first; also days without tasks.' },
    ),
    hours: Type.Array(
      Type.Object({ hour: Type.Integer({ description: 'Hour of the day, from 0 to 23.' }), ...tally }),
      { description: 'Counts by the hour of the day.' },
    ),
    workers: Type.Array(
      Type.Object({
        id: Type.String({ description: 'ID of the worker.' }),
        ...tally,
        distance,
      }),
      { description: 'Counts by worker: the 500 with the most tasks.' },
    ),
    failureReasons: Type.Array(
      Type.Object({
        reason: Type.String({ description: 'Reason in one word, such as `NOT_HOME`.' }),
        count: Type.Integer({ description: 'Tasks that failed for this reason.' }),
      }),
      { description: 'Failed tasks by reason: the 500 most frequent.' },
    ),
  }),
  errors: [1402],
  async read({ reader, caller }, { query }) {
    const { team: teamId, worker: workerId, timezone = 'UTC' } = query;
    if (!IANAZone.isValidZone(timezone))
      throw invalidValue('timezone must be an IANA time zone, such as Europe/Vienna.');
    const range = readDays(query);
    if (teamId) await accessTeam(reader, teamId);
    if (workerId) await accessWorker(reader, workerId);
    const rows = await countCompleted(reader, caller, { ...range, teamId, workerId });
    return {
      total: total(rows),
      days: byDay(rows, { ...range, timezone }),
      hours: byHour(rows, timezone),
      workers: rows
        .flatMap(({ workerId: id, quarter: _quarter, reason: _reason, metres, ...counts }) =>
          id === null ? [] : [{ id, ...counts, distance: Math.round(metres) }],
        )
        .sort((a, b) => b.succeeded + b.failed - a.succeeded - a.failed || (a.id < b.id ? -1 : 1))
        .slice(0, MAX_NAMED),
      failureReasons: rows
        .flatMap(({ reason, failed }) => (reason === null || failed === 0 ? [] : [{ reason, count: failed }]))
        .sort((a, b) => b.count - a.count || (a.reason < b.reason ? -1 : 1))
        .slice(0, MAX_NAMED),
    };
  },
});

/** @throws {DispatchError} 1900 without both ends, 1000 for a range that is none or too long */
function readDays({ from, to }: { from?: number; to?: number }): { from: Date; to: Date } {
  if (from === undefined || to === undefined) throw missing('from and to are required.');
  if (to <= from) throw invalidValue('to must be after from.');
  // A day that clocks are set back on has 25 hours.
  if (to - from > MAX_DAYS * DAY_MS + DAY_MS / 24)
    throw invalidValue(`from and to must be at most ${MAX_DAYS} days apart.`);
  return { from: new Date(from), to: new Date(to) };
}
