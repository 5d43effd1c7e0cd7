import type { NewJob } from '../../../platform/db/new-job.ts';

/** Queue of the job that writes e-mails of missed messages. */
export const EMAIL_QUEUE = 'chat-missed-emails';

/** People whose e-mails are due within so long share a job. */
const TOGETHER_MS = 5000;

/** The jobs for what is due at these times. */
export function emailJobsAt(dueAt: readonly Date[]): NewJob[] {
  const ends = new Set(dueAt.map((time) => Math.ceil(time.getTime() / TOGETHER_MS) * TOGETHER_MS));
  return [...ends].map((end) => ({ queue: EMAIL_QUEUE, data: {}, startAfter: new Date(end) }));
}
