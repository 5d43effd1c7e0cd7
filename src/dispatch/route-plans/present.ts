import { type Static, Type } from 'typebox';
import { Nullable } from '../http/validate.ts';
import type { RoutePlanRow } from './queries.ts';

const OptionalTime = Nullable(Type.Integer());

/** Fields of a route plan itself (client: gonfleet's RoutePlan). */
export const PlainRoutePlan = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  name: Type.String(),
  state: Type.Enum(['PENDING', 'ACTIVE', 'COMPLETED']),
  color: Nullable(Type.String()),
  tasks: Type.Array(Type.String()),
  organization: Type.String(),
  team: Nullable(Type.String()),
  worker: Nullable(Type.String()),
  vehicleType: Nullable(Type.String()),
  startTime: Type.Integer(),
  endTime: OptionalTime,
  actualStartTime: OptionalTime,
  actualEndTime: OptionalTime,
  startAt: Type.String(),
  endAt: Type.String(),
  startingHubId: Nullable(Type.String()),
  endingHubId: Nullable(Type.String()),
  timezone: Nullable(Type.String()),
  timeCreated: Type.Integer(),
  timeLastModified: Type.Integer(),
});

/** A route plan as the API shows it. */
export const RoutePlan = Type.Object({
  ...PlainRoutePlan.properties,
  taskStates: Type.Array(Type.Integer(), { description: 'The state of each of `tasks`.' }),
});

export function presentRoutePlan(row: RoutePlanRow): Static<typeof RoutePlan> {
  return { ...presentPlainRoutePlan(row), taskStates: row.taskStates };
}

export function presentPlainRoutePlan(row: RoutePlanRow): Static<typeof PlainRoutePlan> {
  return {
    id: row.id,
    shortId: row.shortId,
    name: row.name,
    state: row.actualEndTime ? 'COMPLETED' : row.actualStartTime ? 'ACTIVE' : 'PENDING',
    color: row.color,
    tasks: row.tasks,
    organization: row.organizationId,
    team: row.teamId,
    worker: row.workerId,
    vehicleType: row.vehicleType,
    startTime: row.startTime.getTime(),
    endTime: row.endTime?.getTime() ?? null,
    actualStartTime: row.actualStartTime?.getTime() ?? null,
    actualEndTime: row.actualEndTime?.getTime() ?? null,
    startAt: row.startAt,
    endAt: row.endAt,
    startingHubId: row.startingHubId,
    endingHubId: row.endingHubId,
    timezone: row.timezone,
    timeCreated: row.createdAt.getTime(),
    timeLastModified: row.modifiedAt.getTime(),
  };
}
