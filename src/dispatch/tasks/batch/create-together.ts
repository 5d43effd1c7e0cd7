import type { Tx } from '../../../platform/db/tx.ts';
import type { Services } from '../../../platform/services.ts';
import type { Owner } from '../../containers/actions.ts';
import { haveRoomFor } from '../../containers/room.ts';
import type { Actor } from '../../events/actor.ts';
import { actionContext, type DispatchCaller, viewerOf } from '../../http/caller.ts';
import { DispatchError } from '../../http/errors.ts';
import { accessOrganization } from '../../organization/access.ts';
import { accessRecipient, type RecipientRow, recipientsById } from '../../recipients/access.ts';
import { doEnsureRecipient } from '../../recipients/actions.ts';
import { recipientPhone } from '../../recipients/input.ts';
import { doWriteTask, emitCreated, type NewTaskOptions, type WrittenTask } from '../create/actions.ts';
import {
  type Prepared,
  type ResolvedExceptRecipient,
  resolveExceptRecipient,
  type TaskInput,
  withRecipient,
} from '../create/resolve-input.ts';
import type { Task } from '../present.ts';
import { orFailure, type TaskFailure } from './failure.ts';

/** A task of a batch whose body is in its form. */
export interface CheckedTask {
  body: TaskInput;
  prepared: Prepared;
}

/** Whether a task needs nothing of those before it: it lies in a list without a route, of the organization itself. */
export function isIndependent({ body: { container, executor } }: CheckedTask, organizationId: string): boolean {
  return (!executor || executor === organizationId) && container?.type !== 'WORKER';
}

/**
 * Creates independent tasks: each step is done for all of them before the next one, so that its statements are on their
 * way together, and 500 tasks do not wait for 2500 answers of the database. Undefined, and nothing is written, when a
 * container has not room for all of its tasks.
 */
export async function doCreateTogether(
  tx: Tx,
  services: Services,
  actor: Actor,
  tasks: readonly CheckedTask[],
): Promise<(Task | TaskFailure)[] | undefined> {
  const resolved = await Promise.all(
    tasks.map(({ body, prepared }) =>
      orFailure(body, () => resolveExceptRecipient(tx, viewerOf(actor.caller), body, prepared)),
    ),
  );
  const owners = resolved.flatMap((one) => ('assignment' in one ? [ownerOf(one)] : []));
  if (!(await haveRoomFor(tx, owners))) return undefined;
  const recipients = await resolveRecipients(tx, actor.caller, tasks, resolved);
  const written = await Promise.all(
    resolved.map((one, n) => {
      const recipient = recipients[n];
      if (!('assignment' in one)) return one;
      if (recipient && 'error' in recipient) return recipient;
      // Spec: dispatch 6: webhooks are not notified of batch creation.
      return write(tx, services, actor, { ...withRecipient(one, recipient ?? null), trigger: null });
    }),
  );
  const made: (Task | TaskFailure)[] = [];
  // One after the other: a task that drew a taken short ID was written later than those behind it in its list.
  for (const one of written) made.push('error' in one ? one : await emitCreated(tx, services, actor, one));
  return made;
}

const ownerOf = ({ assignment }: ResolvedExceptRecipient): Owner => (assignment as { container: Owner }).container;

/** Writes a task. A refusal here contradicts the earlier check, so the database runs the transaction again. */
async function write(tx: Tx, services: Services, actor: Actor, creation: NewTaskOptions): Promise<WrittenTask> {
  try {
    return await doWriteTask(tx, services, actor, creation);
  } catch (error) {
    if (!(error instanceof DispatchError)) throw error;
    throw Object.assign(new Error('a container was closed in the meantime', { cause: error }), { code: '40001' });
  }
}

/**
 * The recipient of each task that is not refused already. Whoever is named several times, by phone or by ID, is so in the
 * order of the tasks: a later naming sees what an earlier one changed.
 */
async function resolveRecipients(
  tx: Tx,
  caller: DispatchCaller,
  tasks: readonly CheckedTask[],
  resolved: readonly (ResolvedExceptRecipient | TaskFailure)[],
): Promise<(RecipientRow | TaskFailure | null)[]> {
  const found: (RecipientRow | TaskFailure | null)[] = tasks.map(() => null);
  const wanted = tasks.flatMap(({ body }, n) => {
    const given = 'assignment' in resolved[n]! ? body.recipients?.[0] : undefined;
    return given === undefined ? [] : [{ n, body, given }];
  });
  if (wanted.length === 0) return found;
  const organization = await accessOrganization(tx);
  const known = await recipientsById(
    tx,
    wanted.flatMap(({ given }) => (typeof given === 'string' ? [given] : [])),
  );
  const personOf = async ({ given, body }: (typeof wanted)[number]) =>
    typeof given === 'string'
      ? (known.get(given)?.phone ?? given)
      : orFailure(body, async () => recipientPhone(given.phone, organization.country, given.skipPhoneNumberValidation));
  const persons = await Promise.all(wanted.map(personOf));
  const resolve = async (own: typeof wanted) => {
    let latest: RecipientRow | undefined;
    for (const { n, body, given } of own) {
      const row = await orFailure(body, async () => {
        if (typeof given !== 'string') return doEnsureRecipient(tx, organization, given, actionContext(caller));
        return latest ?? known.get(given) ?? accessRecipient(tx, given);
      });
      found[n] = row;
      if ('id' in row) latest = row;
    }
  };
  await Promise.all([...Map.groupBy(wanted, (_, at) => persons[at]).values()].map(resolve));
  return found;
}
