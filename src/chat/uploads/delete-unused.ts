import { defineJob } from '../../platform/jobs/define-job.ts';
import { doDeleteAttachments } from './actions.ts';
import { loadReferences, loadUnused } from './queries.ts';

/** An upload that no message refers to by then was a draft that came to nothing. */
const UNUSED_DAYS = 35;
const BATCH = 500;

/** Once a day. client: "uploaded files that are never used in a message are deleted a few weeks after". */
export const deleteUnusedUploads = defineJob({
  queue: 'delete-unused-uploads',
  expireInSeconds: 1800,
  retryLimit: 0,
  retryDelay: 60,
  concurrency: 1,
  cron: '23 3 * * *',
  async handle({ database, clock }, _data, signal) {
    const before = new Date(clock.now().getTime() - UNUSED_DAYS * 86_400_000);
    for (;;) {
      signal.throwIfAborted();
      const unused = await loadUnused(database.reader, before, BATCH);
      for (const [organizationId, own] of Map.groupBy(unused, (each) => each.organizationId))
        await database.transaction(
          async (tx) => {
            // A message that refers to one cannot be sent meanwhile.
            await tx.position();
            const ids = own.map(({ id }) => id);
            const used = new Set((await loadReferences(tx, ids)).map((each) => each.attachmentId));
            await doDeleteAttachments(
              tx,
              ids.filter((id) => !used.has(id)),
            );
          },
          { organizationId, takesLog: true },
        );
      if (unused.length < BATCH) return;
    }
  },
});
