import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteExpiredReplyAddresses } from './reply-queries.ts';

/** Addresses for answers that hold no longer. */
export const forgetReplyAddresses = forgetDaily({
  queue: 'chat-forget-reply-addresses',
  at: '03:41',
  table: 'chat.reply_addresses',
  days: 0,
  delete: deleteExpiredReplyAddresses,
});
