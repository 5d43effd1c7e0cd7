import { forgetDaily } from '../../platform/jobs/keeping.ts';
import { deleteWebhookAttempts } from './attempt-queries.ts';
import { ATTEMPT_DAYS } from './limits.ts';

/** Attempts that can no longer be repeated. */
export const forgetWebhookAttempts = forgetDaily({
  queue: 'forget-webhook-attempts',
  at: '04:17',
  table: 'dispatch.webhook_attempts',
  days: ATTEMPT_DAYS,
  delete: deleteWebhookAttempts,
});
