import { revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import { changesBetween } from '../../platform/db/audit-entry.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { doForgetFiles } from '../../platform/files/files.ts';
import { newObjectId } from '../../platform/ids.ts';
import type { Organization } from '../../platform/organizations/organizations.ts';
import { doEnsurePerson, doReleasePerson } from '../../platform/people/actions.ts';
import { lockContainer } from '../containers/actions.ts';
import { accessDestination } from '../destinations/access.ts';
import { audienceOfLists } from '../events/audience.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import { duplicate, invalidValue, missing } from '../http/errors.ts';
import { changedMetadata, newMetadata } from '../metadata/metadata.ts';
import { isChange } from '../organization/changes.ts';
import { checkQuota } from '../organization/quotas.ts';
import { readWorkerPhone } from '../phones/phone.ts';
import { doMirrorDuty } from '../positions/actions.ts';
import { readSkills } from '../skills/skills.ts';
import { doSetTeamsOfWorker } from '../teams/actions.ts';
import { accessWorker, type WorkerRow } from './access.ts';
import { readCapacities, readVehicle, type WorkerInput, type WorkerUpdate } from './input.ts';
import { doSendInvitation, endOfSentPassword, type TemporaryPassword } from './invitation.ts';
import { presentWorkers, type Worker } from './present.ts';
import { deleteWorker, insertWorker, updateWorker } from './queries.ts';

export { doInviteAgain, newTemporaryPassword, type TemporaryPassword } from './invitation.ts';
export { updatePersonOfWorker as doChangePersonOfWorker } from './queries.ts';

const NO_CAPACITIES = { capacityA: 0, capacityB: 0, capacityC: 0 };

/** A worker with what their container holds. */
export async function presentOneWorker(reader: Reader, row: WorkerRow, publicUrl: string): Promise<Worker> {
  return (await presentWorkers(reader, [row], publicUrl))[0]!;
}

/**
 * Creates a worker and sends the temporary password.
 * @param secret made outside the transaction, since hashing takes its time; null: nobody signs in as this worker, and nothing is sent
 * @throws {DispatchError} 1000 for a phone or a skill that is not valid or one worker too many, 1004 for a phone that is taken,
 *   1402 for a team that does not exist, 1900 without a team
 */
export async function doCreateWorker(
  tx: Tx,
  organization: Organization,
  body: WorkerInput,
  { secret, publicUrl, by }: { secret: TemporaryPassword | null; publicUrl: string; by: ActionContext },
): Promise<WorkerRow> {
  if (body.teams.length === 0) throw missing('teams must name at least one team.');
  await checkQuota(tx, 'workers');
  const id = newObjectId();
  const phone = readWorkerPhone(body.phone, organization.country);
  const personId = await doEnsurePerson(tx, {
    organizationId: organization.id,
    phone,
    passwordHash: secret?.hash ?? null,
    passwordEndsAt: secret && endOfSentPassword(tx),
  });
  const created = await insertWorker(tx, id, {
    name: body.name,
    displayName: body.displayName ?? null,
    phone,
    capacity: body.capacity ?? 0,
    additionalCapacities: readCapacities(body.additionalCapacities, NO_CAPACITIES),
    vehicle: readVehicle(body.vehicle, null, tx.now),
    skills: readSkills(body.skills),
    metadata: newMetadata(body.metadata),
    routingDestinationId: await readRouting(tx, body.addresses, null),
    personId,
  });
  if (!created) throw duplicate('phone', phone);
  await doSetTeamsOfWorker(tx, { organizationId: organization.id, id, teams: [] }, body.teams, by);
  const row = await accessWorker(tx, id);
  auditWorker(tx, 'worker.created', undefined, row);
  if (secret) await doSendInvitation(tx, organization, { ...row, personId }, { ...secret, publicUrl });
  emitWorker(tx, 'workerCreated', await presentOneWorker(tx, row, publicUrl), by);
  return row;
}

/**
 * Changes what is given of a worker who is locked; the phone stays (spec: dispatch 4).
 * The last team may be left, as when it is deleted (src/dispatch/teams/README.md).
 * @throws {DispatchError} 1000 for a skill that is not valid, 1402 for a team that does not exist
 */
export async function doUpdateWorker(
  tx: Tx,
  worker: WorkerRow,
  body: WorkerUpdate,
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<WorkerRow> {
  const { id } = worker;
  const values = {
    name: body.name ?? worker.name,
    displayName: body.displayName === undefined ? worker.displayName : body.displayName,
    capacity: body.capacity === undefined ? worker.capacity : (body.capacity ?? 0),
    additionalCapacities: readCapacities(body.additionalCapacities, worker.additionalCapacities),
    vehicle: readVehicle(body.vehicle, worker.vehicle, tx.now),
    skills: body.skills === undefined ? worker.skills : readSkills(body.skills),
    metadata: changedMetadata(worker.metadata, body.metadata),
    routingDestinationId: await readRouting(tx, body.addresses, worker.routingDestinationId),
  };
  const teams = [...new Set(body.teams ?? worker.teams)];
  if (!isChange(worker, { ...values, teams })) return worker;
  if (isChange(worker, { teams })) await doSetTeamsOfWorker(tx, worker, teams, by);
  await updateWorker(tx, id, values, by);
  const after = await doEmitUpdate(tx, id, publicUrl, by);
  auditWorker(tx, 'worker.changed', worker, after);
  return after;
}

/**
 * Checks that a worker who is locked may be deleted, and holds the container so that it stays so.
 * @returns the worker as last shown, with the tasks
 * @throws {DispatchError} 1000 while a task is active (spec: dispatch 3)
 */
export async function checkDeletion(tx: Tx, worker: WorkerRow, publicUrl: string): Promise<Worker> {
  const { activeTask } = await lockContainer(tx, { type: 'WORKER', id: worker.id });
  if (activeTask) throw invalidValue(`The worker has an active task (${activeTask}). Complete it first.`);
  return presentOneWorker(tx, worker, publicUrl);
}

/** Deletes a worker whose container was released: keys become useless. */
export async function doDeleteWorker(
  tx: Tx,
  worker: Worker,
  pictureFileId: string | null,
  by: ActionContext,
): Promise<void> {
  const { organization: organizationId, id } = worker;
  // The last position stays for history, but no search may find it.
  await doMirrorDuty(tx, id, false);
  await doSetTeamsOfWorker(tx, { organizationId, id, teams: worker.teams }, [], by);
  const personId = await deleteWorker(tx, id);
  if (personId !== null) await doReleasePerson(tx, organizationId, personId);
  await doForgetFiles(tx, organizationId, pictureFileId === null ? [] : [pictureFileId]);
  await revokeCredentialsOf(tx, organizationId, 'worker', id);
  const details = changesBetween<Worker>(worker, undefined, ['phone', 'teams']);
  tx.audit({ organizationId, action: 'worker.deleted', object: { kind: 'worker', id, name: worker.name }, details });
  emitWorker(tx, 'workerDeleted', worker, by);
}

/** Fields of a worker whose changes the audit log records. */
const AUDITED = [
  'name',
  'displayName',
  'phone',
  'capacity',
  'additionalCapacities',
  'vehicle',
  'skills',
  'teams',
] as const;

/** Notes a change of a worker for the audit log. */
export function auditWorker(
  tx: Tx,
  action: `worker.${string}`,
  before: WorkerRow | undefined,
  after: WorkerRow | undefined,
): void {
  const { organizationId, id, name } = (after ?? before)!;
  const details = changesBetween<WorkerRow>(before, after, AUDITED);
  tx.audit({ organizationId, action, object: { kind: 'worker', id, name }, details });
}

/** @throws {DispatchError} 1300 for another organization's destination, 1402 for one that does not exist */
async function readRouting(
  reader: Reader,
  given: WorkerInput['addresses'],
  known: string | null,
): Promise<string | null> {
  if (given?.routing === undefined) return known;
  return given.routing && (await accessDestination(reader, given.routing)).id;
}

/** Webhooks, and consoles: of dispatchers who manage some teams only, those who manage one of the worker's. */
export function audienceOfWorker({ id, teams }: Pick<Worker, 'id' | 'teams'>): string[] {
  const owners = [{ type: 'WORKER' as const, id }, ...teams.map((team) => ({ type: 'TEAM' as const, id: team }))];
  return ['webhooks', 'console', ...audienceOfLists(...owners)];
}

/** Emits that a worker was changed, as the worker is now (trigger 25, clients.md D.2). */
export async function doEmitUpdate(tx: Tx, id: string, publicUrl: string, by: ActionContext): Promise<WorkerRow> {
  const { organizationId } = tx;

  const row = await accessWorker(tx, id);
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'workerUpdated',
    audience: audienceOfWorker(row),
    by,
    payload: { workerId: id, data: { worker: await presentOneWorker(tx, row, publicUrl) } },
  });
  return row;
}

/** Emits a worker's coming or going, in the form that webhooks send on (spec: dispatch 6). */
function emitWorker(tx: Tx, kind: 'workerCreated' | 'workerDeleted', worker: Worker, by: ActionContext): void {
  emitDispatchEvent(tx, {
    organizationId: worker.organization,
    kind,
    audience: audienceOfWorker(worker),
    by,
    payload: { workerId: worker.id, taskId: null, data: { worker } },
    state: true,
  });
}
