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
  Nullable(Type.String({ maxLength: 100, description: 'teams://DEFAULT, workers://ROUTING_ADDRESS or hub://ID' })),
);
const Refused = Type.Optional(Type.Unknown({ description: 'refused: not supported' }));

/**
 * Body of an optimization (the vendor's public reference, "Initialize Standard Route Optimization" and "Initialize Auto-Dispatch Route
 * Optimization"; the members of `defaultSchedule` as a public client declares them).
 */
export const optimizationInput = Type.Object({
  jobType: Type.Optional(Type.Enum(['DEFAULT', 'ON-DEMAND'])),
  tasks: Type.Array(ObjectId, { minItems: 1, maxItems: MAX_CHOSEN_TASKS }),
  teams: Type.Record(Type.String(), Type.Array(ObjectId, { maxItems: MAX_CHOSEN_WORKERS }), {
    description: 'the workers of each team that are to be considered, by team',
  }),
  date: described(Millis, 'a time of the day that is planned'),
  timezone: Type.String({ maxLength: 100 }),
  mode: Type.Enum([0, 1, 2, 3]),
  serviceTime: described(Minutes, 'minutes, for tasks that have none'),
  maxViolationTime: described(Minutes, 'minutes that a task may be late; with mode 1 none may'),
  maxTasksPerRoute: Type.Integer({ minimum: 1, maximum: 200 }),
  schedulingMethod: Type.Enum([1, 2], {
    description: '1: by defaultSchedule whoever has no schedule of that day; 2: by the schedules of workers alone',
  }),
  defaultSchedule: Type.Optional(
    Nullable(
      Type.Array(
        Type.Object({
          date: Type.Optional(Millis),
          slots: Type.Array(Type.Object({ start: ClockTime, end: ClockTime }), { minItems: 1, maxItems: 10 }),
          owner: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
          timezone: Type.Optional(Nullable(Type.String({ maxLength: 100 }))),
        }),
        { maxItems: MAX_CHOSEN_WORKERS },
      ),
    ),
  ),
  routeStart: RoutePoint,
  routeEnd: RoutePoint,
  autoApplyAssignment: Type.Optional(Nullable(Type.Boolean())),
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
