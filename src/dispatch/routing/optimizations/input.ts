import { type Static, Type } from 'typebox';
import { described } from '../../../platform/http/described.ts';
import { ERROR_TEXT } from '../../../platform/http/schema-names.ts';
import { invalidValue, missing } from '../../http/errors.ts';
import { Millis, Nullable, ObjectId } from '../../http/validate.ts';

/** More tasks than these are of more than one optimization. */
const MAX_CHOSEN_TASKS = 1000;
/** Workers of one optimization at most. */
const MAX_CHOSEN_WORKERS = 300;

const Minutes = Type.Number({ minimum: 0, maximum: 1440 });
const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3])[0-5]\\d$|^2400$', [ERROR_TEXT]: 'must be HHMM' });
const RoutePoint = Type.Optional(
  Nullable(Type.String({ maxLength: 100, description: 'teams://DEFAULT, workers://ROUTING_ADDRESS or hub://ID.' })),
);
const Refused = Type.Optional(Type.Unknown({ description: 'Refused: not supported.' }));

/**
 * Body of an optimization (the vendor's public reference, "Initialize Standard Route Optimization" and "Initialize Auto-Dispatch Route
 * Optimization"; the members of `defaultSchedule` as a public client declares them).
 */
export const optimizationInput = Type.Object({
  jobType: Type.Optional(
    Type.Enum(['DEFAULT', 'ON-DEMAND'], {
      description: '`ON-DEMAND`: new tasks may come between those that a worker has. `DEFAULT` if absent.',
    }),
  ),
  tasks: Type.Array(ObjectId, { minItems: 1, maxItems: MAX_CHOSEN_TASKS, description: 'IDs of the tasks to assign.' }),
  teams: Type.Record(Type.String(), Type.Array(ObjectId, { maxItems: MAX_CHOSEN_WORKERS }), {
    description: 'By team ID, the IDs of the workers who take part.',
  }),
  date: described(Millis, 'Any time of the day that is planned, in milliseconds since 1970.'),
  timezone: Type.String({ maxLength: 100, description: 'IANA time zone of the day.' }),
  mode: Type.Enum([0, 1, 2, 3], { description: 'With 1 no task may be late. The others are the same.' }),
  serviceTime: described(Minutes, 'Minutes for tasks without a service time.'),
  maxViolationTime: described(Minutes, 'Minutes that a task may be late; with mode 1 none may.'),
  maxTasksPerRoute: Type.Integer({ minimum: 1, maximum: 200, description: 'Tasks that a worker may have.' }),
  schedulingMethod: Type.Enum([1, 2], {
    description: '1: workers without a schedule follow `defaultSchedule`. 2: only the schedules of workers count.',
  }),
  defaultSchedule: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          date: Type.Optional(described(Millis, "Any time of the entry's day, in milliseconds since 1970.")),
          slots: Type.Array(
            Type.Object({
              start: described(ClockTime, 'Start as HHMM.'),
              end: described(ClockTime, 'End as HHMM; 2400 is midnight.'),
            }),
            { minItems: 1, maxItems: 10, description: 'Times of work.' },
          ),
          owner: Type.Optional(
            Nullable(Type.String({ maxLength: 100 }), {
              description: 'ID of the worker; any other text: all workers without an entry.',
            }),
          ),
          timezone: Type.Optional(
            Nullable(Type.String({ maxLength: 100 }), { description: 'IANA time zone of the entry.' }),
          ),
        }),
        { maxItems: MAX_CHOSEN_WORKERS },
      ),
      { description: 'Times of work for workers without a schedule on that day.' },
    ),
  ),
  routeStart: RoutePoint,
  routeEnd: RoutePoint,
  autoApplyAssignment: Type.Optional(
    Nullable(Type.Boolean(), {
      description: 'True assigns the tasks at once. Otherwise a dispatcher accepts the plan.',
    }),
  ),
  optimizationType: Refused,
  optimizationServiceArea: Refused,
  osaRouteZoneCount: Refused,
  costParams: Refused,
  bypassManualAssignments: Refused,
});
export type OptimizationInput = Static<typeof optimizationInput>;

const NOT_SUPPORTED = [
  'optimizationType',
  'optimizationServiceArea',
  'osaRouteZoneCount',
  'costParams',
  'bypassManualAssignments',
] as const;

/**
 * Refuses what would be passed over, and what is needed and not there.
 * @throws {DispatchError} 1000 for what is not supported, 1900 for what is missing
 */
export function checkOptimization(body: OptimizationInput): void {
  const refused = NOT_SUPPORTED.find((name) => body[name] !== undefined && body[name] !== null);
  if (refused) throw invalidValue(`${refused} is not supported.`);
  if (!body.routeStart && !body.routeEnd) throw missing('routeStart or routeEnd is required.');
  if (body.schedulingMethod === 1 && !body.defaultSchedule?.length)
    throw missing('defaultSchedule is required with schedulingMethod 1.');
  const workers = Object.values(body.teams).flat();
  if (workers.length === 0) throw missing('teams must name at least one worker.');
  if (workers.length > MAX_CHOSEN_WORKERS)
    throw invalidValue(`An optimization can have at most ${MAX_CHOSEN_WORKERS} workers.`);
}
