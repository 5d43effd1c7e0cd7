import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { indexNextMessages, indexStaleMessages, organizationsToIndex, startIndex } from './index-queries.ts';

const BATCH = 2000;

/**
 * Prepares what was sent or changed for search. Until then it is found too, only without the index
 * (docs/decisions/0005-search-without-extensions.md).
 */
export async function indexMessages(services: Services, signal?: AbortSignal): Promise<void> {
  for (const organization of await organizationsToIndex(services.database.reader)) {
    await services.database.transaction((tx) => startIndex(tx, organization));
    for (const step of [indexNextMessages, indexStaleMessages]) {
      while (!signal?.aborted) {
        const done = await services.database.transaction((tx) => step(tx, BATCH), {
          organizationId: organization.id,
        });
        if (done < BATCH) break;
      }
    }
  }
}

export const searchIndex = defineJob({
  queue: 'chat-search-index',
  cron: '* * * * *',
  expireInSeconds: 3600,
  retryLimit: 0,
  retryDelay: 0,
  concurrency: 1,
  handle: (services, _data, signal) => indexMessages(services, signal),
});
