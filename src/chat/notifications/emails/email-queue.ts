import type { NewJob } from '../../../platform/db/new-job.ts';

/** Queue of the job that writes e-mails of missed messages. */
export const EMAIL_QUEUE = 'chat-missed-emails';

/** People whose e-mails are due within so long share a job. */
const TOGETHER_MS = 5000;

/** The job for what is due at a time. */
export function emailJobAt(dueAt: Date): NewJob {
  const end = Math.ceil(dueAt.getTime() / TOGETHER_MS) * TOGETHER_MS;
  return { queue: EMAIL_QUEUE, data: {}, startAfter: new Date(end), singletonKey: String(end) };
}
