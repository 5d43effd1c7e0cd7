import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import { holdingsOf } from '../containers/access.ts';
import { directionsAlong } from '../estimates/roads/directions.ts';
import type { Location } from '../geography/location.ts';
import { invalidValue, missing } from '../http/errors.ts';
import { dispatchOperation } from '../http/operation.ts';
import { checkId, Millis } from '../http/validate.ts';
import { accessHub } from '../hubs/access.ts';
import { accessTasks, type TaskRow } from '../tasks/access.ts';
import { presentTasks } from '../tasks/present-tasks.ts';
import { accessWorker } from '../workers/access.ts';
import { DeliveryManifest, presentManifest } from './present.ts';

/** Tasks of one manifest: more than anybody drives in a day. */
const MAX_TASKS = 500;

// client: the clients' getDeliveryManifest; no other provider is offered. They send a key of Google's in `X-API-Key`, which is
// not read: directions are those of the configured router, and nobody's addresses go to a stranger.
export const callMarketplace = dispatchOperation({
  method: 'POST',
  path: '/integrations/marketplace',
  summary: "Get a worker's delivery manifest from a hub, by `path` `providers/manifest/generate?hubId=…&workerId=…`",
  access: 'apiKey',
  query: {
    startDate: described(
      Millis,
      'Tasks with a `completeBefore` earlier than this are left out, in milliseconds since 1970.',
    ),
    endDate: described(
      Millis,
      'Tasks with a `completeAfter` at this time or later are left out, in milliseconds since 1970.',
    ),
  },
  body: Type.Object({
    path: Type.String({ maxLength: 2048, description: '`providers/manifest/generate?hubId=…&workerId=…`.' }),
    method: Type.Literal('GET', { description: 'Always `GET`.' }),
  }),
  answer: DeliveryManifest,
  errors: [1402],
  onlyReads: () => true,
  // The router is asked outside of any transaction; nothing is written.
  async prepare({ reader, caller: { organizationId }, services, now }, { query, body }) {
    const { hubId, workerId } = readPath(body.path);
    const hub = await accessHub(reader, hubId);
    const worker = await accessWorker(reader, workerId);
    const held = (await holdingsOf(reader, 'WORKER', [workerId])).get(workerId)!;
    const ids = [...(held.activeTask ? [held.activeTask] : []), ...held.tasks];
    const rows = (await accessTasks(reader, ids)).filter((task) => isWithin(task, query));
    const publicUrl = await organizationUrl(services, organizationId);
    const tasks = await presentTasks(reader, rows.slice(0, MAX_TASKS), { publicUrl, now });
    const stops: Location[] = [[hub.longitude, hub.latitude], ...rows.slice(0, MAX_TASKS).map(stopOf)];
    const legs = await directionsAlong(services, worker.vehicle?.type ?? null, stops);
    return presentManifest(hub, worker, tasks, legs, now);
  },
  write: async (_request, _input, manifest) => manifest,
});

const stopOf = ({ lon, lat }: TaskRow): Location => [lon, lat];

/** @throws {DispatchError} 1000 for another path, 1005 for what is no ID, 1900 without hub or worker */
function readPath(path: string): { hubId: string; workerId: string } {
  const [provider, query = ''] = path.replace(/^\//, '').split('?', 2);
  if (provider !== 'providers/manifest/generate') throw invalidValue('path must be providers/manifest/generate.');
  const given = new URLSearchParams(query);
  const read = (name: string) => {
    const id = given.get(name);
    if (!id) throw missing(`path must contain ${name}.`);
    checkId(name, id);
    return id;
  };
  return { hubId: read('hubId'), workerId: read('workerId') };
}

/** Whether a task's window of time touches the dates; one without a window does. */
function isWithin(
  { completeAfter, completeBefore }: TaskRow,
  dates: { startDate?: number; endDate?: number },
): boolean {
  const startsLate = dates.endDate !== undefined && completeAfter !== null && completeAfter.getTime() >= dates.endDate;
  const endsEarly =
    dates.startDate !== undefined && completeBefore !== null && completeBefore.getTime() < dates.startDate;
  return !startsLate && !endsEarly;
}
