import { type DeclaredJob, defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { doRemoveItemsOfAnyone } from '../../owned-lists/actions.ts';
import { doFailDue } from './actions.ts';
import { type Delivery, type DueWork, deliverDue } from './deliver-due.ts';
import type { DueItem, DueList } from './due-list.ts';
import { lockDue, organizationsWithDue } from './queries.ts';

/** Functions that send the items of a list. */
interface Sending<Item> extends Pick<DueWork<Item>, 'deliver'> {
  /** Notifies the owner of one that could not be sent. */
  notifyFailure?(delivery: Delivery, item: Item, reason: string): Promise<void>;
}

/** The work that sends what is due of a list. */
export function dueWork<Item extends DueItem>(
  list: DueList<Item>,
  { deliver, notifyFailure }: Sending<Item>,
): DueWork<Item> {
  return {
    organizations: (reader, now, limit) => organizationsWithDue(reader, list, now, limit),
    lockNext: (tx, now, limit) => lockDue(tx, list, now, limit),
    begin: async () => undefined,
    deliver,
    finish: ({ tx }, items) => doRemoveItemsOfAnyone(tx, list, items, list.ownerOf),
    async fail(delivery, item, reason) {
      await doFailDue(delivery.tx, list, item, reason);
      await notifyFailure?.(delivery, item, reason);
    },
  };
}

/** Declares the job that sends what is due of a list. */
export function deliveryJob<Item>(queue: string, work: DueWork<Item>): DeclaredJob {
  return defineJob({
    queue,
    // For what fell due while the server was down, or in the hands of a process that died.
    cron: '* * * * *',
    expireInSeconds: 600,
    retryLimit: 3,
    retryDelay: 5,
    concurrency: 1,
    handle: (services: Services, _data, signal) => deliverDue(services, work, signal),
  });
}
