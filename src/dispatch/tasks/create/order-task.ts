import type { Tx } from '../../../platform/db/tx.ts';
import type { Services } from '../../../platform/services.ts';
import { copyOfDestination, doSaveDestination } from '../../destinations/actions.ts';
import type { Actor } from '../../events/actor.ts';
import { doCopyRecipient } from '../../recipients/actions.ts';
import { accessTaskToRead } from '../access.ts';
import type { Task } from '../present.ts';
import { presentTasks } from '../present-tasks.ts';
import { doCreateTask, type NewTaskOptions } from './actions.ts';

/**
 * Creates a task where it is executed: the caller's own like any other; one of another executor in that organization's
 * container, with copies of destination and recipient there, so that nobody has to reach into the other organization
 * (src/dispatch/tasks/README.md). The caller gets what it may read of it.
 */
export async function doOrderTask(tx: Tx, services: Services, actor: Actor, creation: NewTaskOptions): Promise<Task> {
  const { organizationId } = actor.caller;
  const { executor } = creation.values;
  if (executor === organizationId) return doCreateTask(tx, services, actor, creation);
  const { destination: given, recipient: wanted, values } = creation;
  if (given.isNew) await doSaveDestination(tx, given.row);
  const there = tx.of(executor);
  const destination = copyOfDestination(there, given.row);
  const recipient = wanted && (await doCopyRecipient(there, wanted));
  // For this task it is as the caller says, whatever the executor knows under the phone: the caller must not learn that.
  const overrides = wanted && {
    recipientName: values.recipientName ?? wanted.name,
    recipientNotes: values.recipientNotes ?? wanted.notes,
    recipientSkipSms: values.recipientSkipSms || wanted.skipSMSNotifications || null,
  };
  const caller = { ...actor.caller, organizationId: executor };
  const { id } = await doCreateTask(
    there,
    services,
    { ...actor, caller, orderedBy: organizationId },
    {
      ...creation,
      destination: { row: destination, isNew: true },
      recipient,
      fields: [],
      values: { ...values, ...overrides, destinationId: destination.id, recipientId: recipient?.id ?? null },
      ordered: { by: organizationId, destinationId: given.row.id, recipientId: wanted?.id ?? null },
    },
  );
  const row = await accessTaskToRead(tx, id);
  return (await presentTasks(tx, [row], { publicUrl: actor.publicUrl, now: tx.now }))[0]!;
}
