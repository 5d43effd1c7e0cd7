import { createCredential, revokeCredentialsOf } from '../../platform/credentials/credentials.ts';
import { together } from '../../platform/db/together.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { lockPerson } from '../../platform/people/access.ts';
import { doChangePassword, doUseSentPassword, doVerifyPhone } from '../../platform/people/actions.ts';
import { emitDispatchEvent } from '../events/emit.ts';
import type { ActionContext } from '../http/caller.ts';
import { DispatchError, invalidValue, notFound } from '../http/errors.ts';
import { doMirrorDuty } from '../positions/actions.ts';
import { CLOCK_SKEW_MS, REUSED_ACTION } from '../positions/report.ts';
import { findPersonIdOfWorker, type WorkerRow } from '../workers/access.ts';
import { audienceOfWorker, presentOneWorker } from '../workers/actions.ts';
import type { DriverAction } from './action.ts';
import { acceptInvitation, insertAction, insertDutyEvent, saveChosen, updateDuty } from './queries.ts';

/** Notes that a worker has come whom a dispatcher let in: nothing was sent to their phone, whose number stays unproven. */
export { acceptInvitation as doReceiveWorker } from './queries.ts';

/**
 * Claims a device's action. False when it was carried out before: the answer is then the present state.
 * @throws {DispatchError} 1000 when the ID was used for another action, 1402 when the worker was deleted since the request was authorized
 */
export async function claimAction(tx: Tx, workerId: string, action: DriverAction | undefined): Promise<boolean> {
  if (!action) return true;
  const { isNew, fingerprint } = await insertAction(tx, workerId, action).catch((error: unknown) => {
    // foreign_key_violation: of the worker
    throw (error as { code?: string }).code === '23503' ? notFound('There is no such worker.') : error;
  });
  if (fingerprint !== null && fingerprint !== action.fingerprint) throw invalidValue(REUSED_ACTION);
  return isNew;
}

/** Time of an action. */
export interface ActionTime {
  at: Date;
  /** For the answer: milliseconds by which the device's clock is ahead, beyond the tolerance. */
  notice: { deviceClockAhead?: number };
}

/**
 * The time of an action by the device's clock; now, when it sends none or a time in the future. A clock that is ahead
 * is not refused; the answer has a notice.
 */
export function actionTime(tx: Tx, time: number | null | undefined): ActionTime {
  if (time === undefined || time === null) return { at: tx.now, notice: {} };
  const ahead = time - tx.now.getTime();
  return {
    at: new Date(Math.min(time, tx.now.getTime())),
    notice: ahead > CLOCK_SKEW_MS ? { deviceClockAhead: Math.round(ahead) } : {},
  };
}

/** Notes that a worker has come: the password was sent to their phone. */
export async function doWelcomeWorker(tx: Tx, workerId: string): Promise<void> {
  const { organizationId } = tx;

  await acceptInvitation(tx, workerId);
  const personId = await findPersonIdOfWorker(tx, workerId);
  if (personId === null) return;
  await doVerifyPhone(tx, organizationId, personId);
  await doUseSentPassword(tx, organizationId, personId);
}

/** Creates a token for one device. The first sign-in accepts the invitation. */
export async function doSignIn(tx: Tx, workerId: string, device: string): Promise<string> {
  const { organizationId } = tx;

  await doWelcomeWorker(tx, workerId);
  const { key } = await createCredential(tx, {
    organizationId,
    kind: 'worker',
    subject: workerId,
    label: device,
    bySignIn: true,
  });
  return key;
}

/** Notes that a worker has a password of their own choice: every device is signed out. */
export async function doNoteChosenPassword(tx: Tx, workerId: string): Promise<void> {
  await saveChosen(tx, workerId);
  await revokeCredentialsOf(tx, tx.organizationId, 'worker', workerId);
}

/**
 * Takes up a worker's invitation by the link that was sent to their phone, with a password of their own choice.
 * @returns false when they are not to be had any more
 */
export async function doAcceptWorkerInvitation(
  tx: Tx,
  { organizationId, workerId, personId }: { organizationId: string; workerId: string; personId: string },
  passwordHash: string,
): Promise<boolean> {
  const person = await lockPerson(tx, organizationId, personId);
  if (!person) return false;
  await doChangePassword(tx, person, { before: person.passwordHash, after: passwordHash });
  await doNoteChosenPassword(tx, workerId);
  await doWelcomeWorker(tx, workerId);
  return true;
}

/**
 * Sets a worker's own password: every device is signed out, and the calling one gets a new token.
 * @throws {DispatchError} 1100 when another change came first
 */
export async function doChoosePassword(
  tx: Tx,
  workerId: string,
  { personId, ...change }: { personId: string; before: string; after: string },
): Promise<string> {
  const { organizationId } = tx;

  if (!(await doChangePassword(tx, { organizationId, id: personId }, change)))
    throw new DispatchError(1100, 'The current password is wrong.');
  await doNoteChosenPassword(tx, workerId);
  return doSignIn(tx, workerId, '');
}

/**
 * Sets the duty of a locked worker as of `at`. A change that is older than the last one is only recorded.
 * @param told by: the worker, or the dispatcher who does it for them
 */
export async function doSetDuty(
  tx: Tx,
  worker: WorkerRow,
  { onDuty, at }: { onDuty: boolean; at: Date },
  { publicUrl, by }: { publicUrl: string; by: ActionContext },
): Promise<WorkerRow> {
  const { organizationId, id: workerId } = worker;
  const holdsNow = await insertDutyEvent(tx, workerId, at, onDuty);
  if (!holdsNow || worker.onDuty === onDuty) return worker;
  const changed: WorkerRow = { ...worker, onDuty, modifiedAt: tx.now };
  const [, , presented] = await together([
    updateDuty(tx, workerId, onDuty),
    doMirrorDuty(tx, workerId, onDuty),
    presentOneWorker(tx, changed, publicUrl),
  ]);
  emitDispatchEvent(tx, {
    organizationId,
    kind: 'workerDuty',
    audience: audienceOfWorker(worker),
    by,
    payload: { workerId, status: onDuty ? 1 : 0, data: { worker: presented } },
  });
  return changed;
}
