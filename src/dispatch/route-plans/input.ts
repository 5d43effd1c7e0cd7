import { IANAZone } from 'luxon';
import { type Static, Type } from 'typebox';
import type { Tx } from '../../platform/db/tx.ts';
import { described } from '../../platform/http/described.ts';
import { DispatchError, invalidValue, missing } from '../http/errors.ts';
import { ChangedName, Millis, Nullable, ObjectId } from '../http/validate.ts';
import { accessHubToName } from '../hubs/access.ts';
import { accessTeam } from '../teams/access.ts';
import { accessWorker } from '../workers/access.ts';
import type { RoutePlanValues } from './queries.ts';

/** Tasks of one plan at most. */
export const MAX_PLAN_TASKS = 1000;

// client: gonfleet leaves out what is empty, but for the name and the time of the start.
const Reference = Type.Optional(Nullable(Type.Union([ObjectId, Type.Literal('')])));
// The vendor's pages: null is anywhere.
const Place = Type.Optional(Nullable(Type.Enum(['HUB', 'WORKER_LOCATION', 'WORKER_ADDRESS', 'ANYWHERE'])));

const PlanTasks = Type.Array(ObjectId, { maxItems: MAX_PLAN_TASKS });

/** The vendor's pages call them `taskIds` in words and `tasks` in the samples. */
export const PlannedTasks = Type.Object({
  tasks: Type.Optional(described(PlanTasks, 'IDs of the tasks in their order, at most 1000.')),
  taskIds: Type.Optional(Nullable(PlanTasks, { description: 'Another name for `tasks`.' })),
});

/**
 * The tasks that a body names, by either name.
 * @throws {DispatchError} 1000 when both name other tasks
 */
export function tasksOf({ tasks, taskIds }: Static<typeof PlannedTasks>): readonly string[] {
  if (tasks && taskIds && String(tasks) !== String(taskIds))
    throw invalidValue('tasks and taskIds must name the same tasks.');
  return tasks ?? taskIds ?? [];
}

/** Body of a creation and of an update. */
export const routePlanInput = Type.Object({
  name: Type.Optional(described(ChangedName, 'Name that people see, at most 500 characters. Required for a new plan.')),
  startTime: Type.Optional(
    described(Millis, 'When the route starts, in milliseconds since 1970. Required for a new plan.'),
  ),
  endTime: Type.Optional(
    Nullable(Millis, { description: 'When the route ends, in milliseconds since 1970; null: no end.' }),
  ),
  ...PlannedTasks.properties,
  color: Type.Optional(
    Nullable(Type.String({ maxLength: 50 }), { description: 'Colour of the plan, at most 50 characters.' }),
  ),
  vehicleType: Type.Optional(
    Nullable(Type.Enum(['CAR', 'MOTORCYCLE', 'BICYCLE', 'TRUCK']), { description: 'Vehicle that the route is for.' }),
  ),
  worker: described(Reference, 'ID of the worker who drives it; null or empty: nobody.'),
  team: described(Reference, 'ID of the team that it belongs to; null or empty: none.'),
  startAt: described(Place, 'Where the route starts; null: anywhere.'),
  start: described(Place, 'Another name for `startAt`.'),
  endAt: described(Place, 'Where the route ends; null: anywhere.'),
  end: described(Place, 'Another name for `endAt`.'),
  startingHubId: described(Reference, 'ID of the hub; required if the route starts at a hub.'),
  endingHubId: described(Reference, 'ID of the hub; required if the route ends at a hub.'),
  timezone: Type.Optional(Nullable(Type.String({ maxLength: 100 }), { description: 'IANA time zone of the plan.' })),
});
export type RoutePlanInput = Static<typeof routePlanInput>;

/** @throws {DispatchError} 1000 when two names of one thing say different things */
function checkAgree(
  name: string,
  one: string | null | undefined,
  alias: string,
  other: string | null | undefined,
): void {
  if (one !== undefined && other !== undefined && (one ?? 'ANYWHERE') !== (other ?? 'ANYWHERE'))
    throw invalidValue(`${name} and ${alias} must not differ.`);
}

/**
 * The values of a plan after a creation or an update.
 * @throws {DispatchError} 1000 for a place without its hub or a time zone that is none, 1009 for an end before the start,
 *   1402 for a worker, team or hub that does not exist, 1900 for a new plan without name or start
 */
export async function readRoutePlan(tx: Tx, body: RoutePlanInput, known?: RoutePlanValues): Promise<RoutePlanValues> {
  checkAgree('startAt', body.startAt, 'start', body.start);
  checkAgree('endAt', body.endAt, 'end', body.end);
  const name = body.name || known?.name;
  const startTime = body.startTime ? new Date(body.startTime) : known?.startTime;
  if (!name) throw missing('name is required.');
  if (!startTime) throw missing('startTime is required.');
  const changed = <T>(given: T | undefined, before: T | undefined): T | null =>
    given === undefined ? (before ?? null) : given === '' ? null : given;
  const place = (given: string | null | undefined, before: string) =>
    given === undefined ? before : (given ?? 'ANYWHERE');
  const values: RoutePlanValues = {
    name,
    startTime,
    endTime: body.endTime === undefined ? (known?.endTime ?? null) : body.endTime ? new Date(body.endTime) : null,
    color: changed(body.color, known?.color),
    vehicleType: changed<string | null>(body.vehicleType, known?.vehicleType),
    workerId: changed(body.worker, known?.workerId),
    teamId: changed(body.team, known?.teamId),
    startAt: place(body.startAt, place(body.start, known?.startAt ?? 'WORKER_LOCATION')),
    endAt: place(body.endAt, place(body.end, known?.endAt ?? 'ANYWHERE')),
    startingHubId: changed(body.startingHubId, known?.startingHubId),
    endingHubId: changed(body.endingHubId, known?.endingHubId),
    timezone: changed(body.timezone, known?.timezone),
  };
  if (values.endTime && values.endTime <= values.startTime)
    throw new DispatchError(1009, 'endTime must be after startTime.');
  if (values.startAt === 'HUB' && !values.startingHubId) throw invalidValue('startAt HUB requires startingHubId.');
  if (values.endAt === 'HUB' && !values.endingHubId) throw invalidValue('endAt HUB requires endingHubId.');
  if (values.timezone && !IANAZone.isValidZone(values.timezone))
    throw invalidValue('timezone must be an IANA time zone, such as Europe/Vienna.');
  if (values.workerId) await accessWorker(tx, values.workerId);
  if (values.teamId) await accessTeam(tx, values.teamId);
  for (const hub of [values.startingHubId, values.endingHubId]) if (hub) await accessHubToName(tx, hub);
  return values;
}
