import { Trigger } from '../../../rules/webhook-triggers.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Services } from '../../platform/services.ts';
import { superAdministratorOf } from '../administrators/access.ts';
import { preparePlace } from '../destinations/place.ts';
import { doSetDuty } from '../driver/actions.ts';
import { actionContext, type KeyCaller } from '../http/caller.ts';
import { invalidValue } from '../http/errors.ts';
import { doCreateHub } from '../hubs/actions.ts';
import { accessOrganization } from '../organization/access.ts';
import { hasNone } from '../organization/quotas.ts';
import { doReportPositions } from '../positions/actions.ts';
import { doCreateTask } from '../tasks/create/actions.ts';
import { resolveTaskInput } from '../tasks/create/resolve-input.ts';
import { accessMemberships } from '../teams/access.ts';
import { doCreateTeam } from '../teams/actions.ts';
import { doCreateWorker } from '../workers/actions.ts';
import { HUB, PRETEND, placeAt, TASKS, TEAM, WORKERS } from './cast.ts';
import { insertPretendFleet, updatePretendFleet } from './queries.ts';
import type { Town } from './town.ts';

/** Author of the fleet and the base URL of its task links. */
interface Maker {
  caller: KeyCaller;
  publicUrl: string;
}

/** Created objects, as the answer lists them. */
export interface PretendFleet {
  hub: string;
  team: string;
  workers: string[];
  tasks: string[];
}

/**
 * Makes a fleet to try the console with. Nobody in it has a password or a way to be written to, and its tasks are for nobody, so no SMS or
 * e-mail leaves by it. Only where there are no workers: work that is real would be given to workers who are not.
 * @throws {DispatchError} 1000 where there are workers, or such a fleet; 1004 where a team has its name
 */
export async function doCreatePretendFleet(
  tx: Tx,
  services: Services,
  maker: Maker,
  town: Town,
): Promise<PretendFleet> {
  const { organizationId } = maker.caller;
  if (!(await insertPretendFleet(tx))) throw invalidValue('The organization already has a pretend fleet.');
  if (!(await hasNone(tx, 'workers')))
    throw invalidValue('The organization already has workers. A pretend fleet could receive their real tasks.');
  const context = { services, reader: tx };
  await accessMemberships(tx);
  const { hubId, teamId } = await makeTeam(tx, context, maker, town);
  const workerIds = await makeWorkers(tx, maker, teamId, town);
  const taskIds = await makeTasks(tx, context, maker, { town, workerIds });
  await updatePretendFleet(tx, { hubId, teamId, workerIds, taskIds });
  tx.audit({ organizationId, action: 'organization.pretend_fleet_made' });
  return { hub: hubId, team: teamId, workers: workerIds, tasks: taskIds };
}

/** Looks up what stands in the database, and asks nobody outside: every place is given. */
interface Context {
  services: Services;
  reader: Reader;
}

async function makeTeam(tx: Tx, context: Context, { caller }: Maker, town: Town) {
  const { organizationId } = caller;
  const by = actionContext(caller);
  const { name, street, at } = HUB;
  const hub = { name, address: addressIn(town, street), location: placeAt(town.at, at) };
  const place = await preparePlace(context, organizationId, hub);
  const { id: hubId } = await doCreateHub(tx, hub, place, by);
  // A team's manager sees no other teams, so use the administrator who sees everything.
  const managers = [await superAdministratorOf(tx)];
  const input = { name: TEAM, hub: hubId, metadata: PRETEND, managers, workers: [] };
  const { id: teamId } = await doCreateTeam(tx, input, { managers, workers: [] }, by);
  return { hubId, teamId };
}

async function makeWorkers(tx: Tx, { caller, publicUrl }: Maker, teamId: string, town: Town): Promise<string[]> {
  const { organizationId } = caller;
  const organization = await accessOrganization(tx);
  const options = { secret: null, publicUrl, by: actionContext(caller) };
  const ids: string[] = [];
  for (const { name, phone, vehicle, at } of WORKERS) {
    const body = { name, phone, teams: [teamId], vehicle: { type: vehicle }, metadata: PRETEND };
    const worker = await doCreateWorker(tx, organization, body, options);
    await doSetDuty(tx, worker, { onDuty: true, at: tx.now }, options);
    const positions = [{ location: placeAt(town.at, at), time: tx.now.getTime() }];
    await doReportPositions(tx, { organizationId, workerId: worker.id, positions });
    ids.push(worker.id);
  }
  return ids;
}

async function makeTasks(
  tx: Tx,
  context: Context,
  maker: Maker,
  { town, workerIds }: { town: Town; workerIds: readonly string[] },
): Promise<string[]> {
  const { caller } = maker;
  const ids: string[] = [];
  for (const { street, notes, at, worker } of TASKS) {
    const destination = { address: addressIn(town, street), location: placeAt(town.at, at), metadata: PRETEND };
    const owner = worker === undefined ? undefined : workerIds[worker];
    const body = {
      ...{ destination, notes, metadata: PRETEND },
      ...(owner && { container: { type: 'WORKER' as const, worker: owner } }),
    };
    const place = await preparePlace(context, caller.organizationId, destination);
    // Without the organization's custom fields: nobody is there to fill in those that are required.
    const creation = await resolveTaskInput(tx, caller, body, { place, fields: [] });
    const task = await doCreateTask(tx, context.services, maker, { ...creation, trigger: Trigger.taskCreated });
    ids.push(task.id);
  }
  return ids;
}

function addressIn({ city, country }: Town, street: string) {
  return { number: '1', street, city, country };
}
