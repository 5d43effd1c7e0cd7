import { forgetDaily } from '../jobs/keeping.ts';
import { deleteOldInbound, deleteOldOutbound, deleteOldSmsDays } from './queries.ts';

const KEPT_DAYS = 90;

/** Messages that were sent or have failed. */
export const forgetOutbound = forgetDaily({
  queue: 'outbound-forget-sent',
  at: '03:57',
  table: 'platform.outbox',
  days: KEPT_DAYS,
  delete: deleteOldOutbound,
});

/** SMS that came. */
export const forgetInbound = forgetDaily({
  queue: 'outbound-forget-received',
  at: '03:59',
  table: 'platform.sms_inbound',
  days: KEPT_DAYS,
  delete: deleteOldInbound,
});

/** Number of SMS sent per day. */
export const forgetSmsDays = forgetDaily({
  queue: 'outbound-forget-days',
  at: '04:01',
  table: 'platform.sms_days',
  days: KEPT_DAYS,
  delete: deleteOldSmsDays,
});
