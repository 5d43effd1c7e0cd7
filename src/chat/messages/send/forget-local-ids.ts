import { forgetDaily } from '../../../platform/jobs/keeping.ts';
import { deleteOldLocalIds } from './queries.ts';

/** No client sends again after so long; its queue ends after a week. */
const KEPT_DAYS = 30;

/** The marks by which a message that is sent again is known. */
export const forgetLocalIds = forgetDaily({
  queue: 'chat-forget-local-ids',
  at: '03:27',
  table: 'chat.sent_local_ids',
  days: KEPT_DAYS,
  delete: deleteOldLocalIds,
});
