import { defineJob } from '../../platform/jobs/define-job.ts';
import { inBatches } from '../../platform/jobs/in-batches.ts';
import { daysBefore, FORGOTTEN_AT_ONCE } from '../../platform/jobs/keeping.ts';
import { deleteEndedInvitations } from './queries.ts';

/** So long it can be found out who invited whom; then the audit log says it. */
const KEPT_DAYS = 90;

/** Once a day: invitations that were taken, revoked or not taken in their time. */
export const forgetInvitations = defineJob({
  queue: 'chat-forget-invitations',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '19 3 * * *',
  async handle(services, _data, signal) {
    const before = daysBefore(services.clock.now(), KEPT_DAYS);
    await inBatches(services, signal, (tx) => deleteEndedInvitations(tx, before, FORGOTTEN_AT_ONCE));
  },
});
