import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { doEraseArchivedAttachments } from '../../uploads/actions.ts';
import { doArchiveExpired } from './actions.ts';
import { eraseMessages, expiredConversations, organizationsWithRetention } from './queries.ts';

/** Days for which messages that have run out can be brought back. */
const KEEP_DAYS = 30;
/** Rows of one transaction that erases. */
const BATCH = 1000;

/** Takes away what has run out everywhere, and erases what was taken away long enough ago. */
export async function applyRetention({ database, clock }: Services, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await organizationsWithRetention(database.reader)) {
    for (const recipientId of await expiredConversations(database.reader.of(organizationId), clock.now())) {
      for (let more = true; more; ) {
        signal?.throwIfAborted();
        more = await database.transaction((tx) => doArchiveExpired(tx, recipientId), {
          organizationId,
          takesLog: true,
        });
      }
    }
  }
  const before = new Date(clock.now().getTime() - KEEP_DAYS * 86_400_000);
  for (const erase of [eraseMessages, doEraseArchivedAttachments]) {
    for (let count = BATCH; count === BATCH; ) {
      signal?.throwIfAborted();
      count = await database.transaction((tx) => erase(tx, before, BATCH));
    }
  }
}

/** Once a day. spec: chat 4.3, `message_retention_days` */
export const messageRetention = defineJob({
  queue: 'chat-message-retention',
  cron: '11 4 * * *',
  expireInSeconds: 4 * 3600,
  retryLimit: 2,
  retryDelay: 600,
  concurrency: 1,
  handle: (services, _data, signal) => applyRetention(services, signal),
});
