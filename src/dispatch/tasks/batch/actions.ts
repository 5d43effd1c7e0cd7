import { Type } from 'typebox';
import type { Reader } from '../../../platform/db/reader.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import type { Services } from '../../../platform/services.ts';
import { lockKnownContainers, type Owner } from '../../containers/actions.ts';
import { lockKnownDestinations } from '../../destinations/access.ts';
import type { Actor } from '../../events/actor.ts';
import { invalidValue } from '../../http/errors.ts';
import { readBody } from '../../http/validate.ts';
import { accessOrganization, delegateesOf } from '../../organization/access.ts';
import { lockKnownRecipients } from '../../recipients/actions.ts';
import { doOrderTask } from '../create/order-task.ts';
import { prepareTask, resolveTaskInput, taskInput } from '../create/resolve-input.ts';
import type { Task } from '../present.ts';
import { type CheckedTask, doCreateTogether, isIndependent } from './create-together.ts';
import { orFailure, type TaskFailure } from './failure.ts';
import { lockBatches } from './queries.ts';

export { lockBatches };

/** Spec: dispatch 8. */
export const MAX_BATCH_TASKS = 500;
/** Maximum size of the body: notes of 10,000 characters alone take 30 MB if each is written as `\uXXXX`. */
export const MAX_BATCH_MIB = 32;
/** Addresses that are looked up at a time. */
const AT_ONCE = 8;

/** Tasks of both kinds of batch: one that is wrong spoils only itself, so each is checked by itself. */
export const batchTasks = Type.Array(Type.Unknown(), {
  maxItems: MAX_BATCH_TASKS,
  description: 'Tasks, each as for the creation of one, but without `autoAssign`. At most 500.',
});

/** A task that can be created, or why it cannot. */
export type PreparedTask = CheckedTask | TaskFailure;

/** Checks the tasks of a batch and looks their addresses up, before the transaction. */
export async function prepareBatch(
  context: { services: Services; reader: Reader },
  organizationId: string,
  tasks: readonly unknown[],
): Promise<PreparedTask[]> {
  const prepared: PreparedTask[] = new Array(tasks.length);
  const waiting = tasks.entries();
  const work = async () => {
    for (const [index, task] of waiting) {
      prepared[index] = await orFailure(task, async () => {
        const body = readBody(taskInput, task);
        if (body.autoAssign) throw invalidValue('A batch does not support automatic assignment.');
        return { body, prepared: await prepareTask(context, organizationId, body.destination) };
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return prepared;
}

/**
 * Creates what can be created of a batch: together what needs nothing of the tasks before it, and then one by one the tasks
 * of workers' lists and of other executors.
 */
export async function doCreateBatch(
  tx: Tx,
  services: Services,
  actor: Actor,
  prepared: readonly PreparedTask[],
): Promise<{ tasks: Task[]; errors: TaskFailure[] }> {
  await lockTogether(tx, prepared);
  const isTogether = (one: PreparedTask): one is CheckedTask =>
    !('error' in one) && isIndependent(one, actor.caller.organizationId);
  const together = (await doCreateTogether(tx, services, actor, prepared.filter(isTogether)))?.values();
  const results: (Task | TaskFailure)[] = [];
  for (const one of prepared) {
    const made = isTogether(one) ? together?.next().value : undefined;
    results.push(made ?? ('error' in one ? one : await orFailure(one.body, () => create(tx, services, actor, one))));
  }
  return {
    tasks: results.filter((result): result is Task => !('error' in result)),
    errors: results.filter((result): result is TaskFailure => 'error' in result),
  };
}

/**
 * Takes the locks that the tasks will need, in the one order: taken task by task, in the order of the batch, they would
 * be waited for in circles. Recipients who are new cannot be locked beforehand, so there is one batch at a time.
 */
async function lockTogether(tx: Tx, prepared: readonly PreparedTask[]): Promise<void> {
  const { organizationId } = tx;

  await lockBatches(tx);
  const bodies = prepared.flatMap((one) => ('error' in one ? [] : one.body));
  const places = bodies.flatMap(({ destination }) => (typeof destination === 'string' ? [destination] : []));
  if (places.length > 0) await lockKnownDestinations(tx, places);
  const recipients = bodies.flatMap((body) => body.recipients ?? []).filter((given) => typeof given !== 'string');
  if (recipients.length > 0) await lockKnownRecipients(tx, await accessOrganization(tx), recipients);
  const owners: Owner[] = [{ type: 'ORGANIZATION', id: organizationId }];
  for (const { container } of bodies) {
    if (container?.worker) owners.push({ type: 'WORKER', id: container.worker });
    if (container?.team) owners.push({ type: 'TEAM', id: container.team });
  }
  const executors = new Set(
    bodies.flatMap(({ executor }) => (executor && executor !== organizationId ? [executor] : [])),
  );
  // Nobody's containers are held but of those who work for the organization; all in the order of their IDs.
  const delegatees = executors.size > 0 ? await delegateesOf(tx) : executors;
  for (const id of [organizationId, ...[...executors].filter((each) => delegatees.has(each))].sort())
    await lockKnownContainers(tx.of(id), id === organizationId ? owners : [{ type: 'ORGANIZATION', id }]);
}

function create(tx: Tx, services: Services, actor: Actor, { body, prepared }: CheckedTask): Promise<Task> {
  return tx.attempt(async () => {
    const creation = await resolveTaskInput(tx, actor.caller, body, prepared);
    // Spec: dispatch 6: webhooks are not notified of batch creation.
    return doOrderTask(tx, services, actor, { ...creation, trigger: null });
  });
}
