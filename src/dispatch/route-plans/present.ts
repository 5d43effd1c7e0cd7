import { type Static, Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { Nullable } from '../http/validate.ts';
import type { RoutePlanRow } from './queries.ts';

const OptionalTime = Nullable(Type.Integer());

/** Fields of a route plan itself (client: gonfleet's RoutePlan). */
export const PlainRoutePlan = Type.Object({
  id: Type.String({ description: 'ID of the route plan.' }),
  shortId: Type.String({ description: 'Short ID that people can read out.' }),
  name: Type.String({ description: 'Name that people see.' }),
  state: Type.Enum(['PENDING', 'ACTIVE', 'COMPLETED'], {
    description: '`ACTIVE` once a task was started, `COMPLETED` once all are completed.',
  }),
  color: Nullable(Type.String(), { description: 'Colour of the plan; null if there is none.' }),
  tasks: Type.Array(Type.String(), { description: 'IDs of its tasks, in order.' }),
  organization: Type.String({ description: 'ID of the organization.' }),
  team: Nullable(Type.String(), { description: 'ID of the team that it belongs to; null: none.' }),
  worker: Nullable(Type.String(), { description: 'ID of the worker who drives it; null: nobody.' }),
  vehicleType: Nullable(Type.String(), { description: 'Vehicle that the route is for; null: any.' }),
  startTime: Type.Integer({ description: 'When the route is to start, in milliseconds since 1970.' }),
  endTime: described(OptionalTime, 'When the route is to end, in milliseconds since 1970; null: no end.'),
  actualStartTime: described(
    OptionalTime,
    'When the first task was started, in milliseconds since 1970; null: not yet.',
  ),
  actualEndTime: described(
    OptionalTime,
    'When the last task was completed, in milliseconds since 1970; null: not yet.',
  ),
  startAt: Type.String({ description: 'Where the route starts.' }),
  endAt: Type.String({ description: 'Where the route ends.' }),
  startingHubId: Nullable(Type.String(), { description: 'ID of the hub where it starts; null: at none.' }),
  endingHubId: Nullable(Type.String(), { description: 'ID of the hub where it ends; null: at none.' }),
  timezone: Nullable(Type.String(), { description: 'IANA time zone of the plan; null if there is none.' }),
  timeCreated: Type.Integer({ description: 'When it was created, in milliseconds since 1970.' }),
  timeLastModified: Type.Integer({ description: 'When it last changed, in milliseconds since 1970.' }),
});

/** A route plan as the API shows it. */
export const RoutePlan = Type.Object({
  ...PlainRoutePlan.properties,
  taskStates: Type.Array(Type.Integer(), { description: 'The state of each of `tasks`, from 0 to 3.' }),
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
