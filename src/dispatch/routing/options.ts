import { type Static, Type } from 'typebox';
import { MAX_SHIFT_HOURS, MAX_TASK_HOURS } from '../../../rules/limits.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { OBJECT_ID_PATTERN } from '../../platform/ids.ts';
import { DispatchError, invalidValue } from '../http/errors.ts';
import { Nullable } from '../http/validate.ts';
import { accessHub } from '../hubs/access.ts';
import type { RoutePoint } from './chosen.ts';
import type { DispatchOptions } from './dispatch-options.ts';

const HOUR = 3600;
const TimeWindow = Type.Optional(
  Type.Array(Type.Number({ minimum: 0, maximum: 253_402_300_799 }), {
    minItems: 2,
    maxItems: 2,
    description: '[start, end], each in seconds since 1970.',
  }),
);

/** Body of a team's dispatch. client: gonfleet leaves out what is empty, n8n's node sends null for an end anywhere. */
export const dispatchInput = Type.Object({
  maxTasksPerRoute: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 200,
      description: 'Tasks that a worker may have, with those there already; 100 if absent.',
    }),
  ),
  taskTimeWindow: TimeWindow,
  scheduleTimeWindow: TimeWindow,
  serviceTime: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1440, description: 'Minutes for tasks without a service time; 2 if absent.' }),
  ),
  routeEnd: Type.Optional(
    Nullable(
      Type.String({
        maxLength: 100,
        description: 'teams://DEFAULT (if absent), workers://ROUTING_ADDRESS, hub://ID, or null for anywhere.',
      }),
    ),
  ),
  maxAllowedDelay: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1440, description: 'Minutes that a task may be late; 10 if absent.' }),
  ),
});

/**
 * Reads the options of a dispatch from the body, with the vendor's documented defaults.
 * @throws {DispatchError} 1000 for an end that is none, 1009 for impossible windows, 1402 for a hub that does not exist
 */
export async function readDispatchOptions(
  reader: Reader,
  body: Static<typeof dispatchInput>,
  at: Date,
): Promise<DispatchOptions> {
  const now = at.getTime() / 1000;
  const task = checkWindow('taskTimeWindow', body.taskTimeWindow ?? [now - 4 * HOUR, now + 4 * HOUR], now, {
    latest: MAX_TASK_HOURS * HOUR,
  });
  const schedule = checkWindow('scheduleTimeWindow', body.scheduleTimeWindow ?? [now, now + 6 * HOUR], now, {
    earliest: -3 * HOUR,
    latest: MAX_SHIFT_HOURS * HOUR,
  });
  return {
    maxTasksPerRoute: body.maxTasksPerRoute ?? 100,
    taskTimeWindow: task,
    scheduleTimeWindow: schedule,
    serviceSeconds: (body.serviceTime ?? 2) * 60,
    delaySeconds: (body.maxAllowedDelay ?? 10) * 60,
    end: await readRoutePoint(reader, 'routeEnd', body.routeEnd === null ? null : body.routeEnd || 'teams://DEFAULT'),
  };
}

/** From the vendor's reference: not over, not too far ahead, 16 hours at most. */
function checkWindow(
  name: string,
  given: readonly number[],
  now: number,
  { earliest = Number.NEGATIVE_INFINITY, latest }: { earliest?: number; latest: number },
): [number, number] {
  const [from = 0, to = 0] = given;
  const refuse = (cause: string) => new DispatchError(1009, `${name} ${cause}.`);
  if (to <= from) throw refuse('must end after it begins');
  if (to < now) throw refuse('must not be in the past');
  if (to > now + latest) throw refuse(`must end at most ${latest / HOUR} hours from now`);
  if (from < now + earliest) throw refuse(`must have begun at most ${-earliest / HOUR} hours ago`);
  if (to - from > 16 * HOUR) throw refuse('must not be longer than 16 hours');
  return [from, to];
}

/**
 * Returns the start or end of routes given as text in the member `name`; anywhere if absent.
 * @throws {DispatchError} 1000 for a text that says no place, 1402 for a hub that does not exist
 */
export async function readRoutePoint(
  reader: Reader,
  name: 'routeStart' | 'routeEnd',
  given: string | null | undefined,
): Promise<RoutePoint> {
  if (!given || given === 'null') return { type: 'ANYWHERE' };
  if (given === 'teams://DEFAULT') return { type: 'TEAM' };
  if (given === 'workers://ROUTING_ADDRESS') return { type: 'WORKER' };
  const id = given.startsWith('hub://') ? given.slice('hub://'.length) : '';
  if (!new RegExp(OBJECT_ID_PATTERN).test(id))
    throw invalidValue(`${name} must be teams://DEFAULT, workers://ROUTING_ADDRESS, hub://ID or null.`);
  return { type: 'HUB', id: (await accessHub(reader, id)).id };
}
