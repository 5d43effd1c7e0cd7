import { forgetDaily } from '../../../platform/jobs/keeping.ts';
import { deleteOldPushed } from '../queries.ts';

/** Deletes the records of pushes that devices may still show: nobody looks that far back on a phone. */
export const forgetOldPushes = forgetDaily({
  queue: 'chat-forget-pushes',
  at: '03:23',
  table: 'chat.pushed_messages',
  days: 30,
  delete: deleteOldPushed,
});
