import type { Tx } from '../../../platform/db/tx.ts';
import { defineJob } from '../../../platform/jobs/define-job.ts';
import type { Services } from '../../../platform/services.ts';
import { emitChatEvent } from '../../events/emit.ts';
import { channelsByIds } from '../access.ts';
import { audiencesOfChannels } from '../audience.ts';
import { allOrganizations, countNewMessages, updateAverages } from './queries.ts';

/** Brings `stream_weekly_traffic` of all channels up to date; of one organization after the other. */
export async function updateTraffic({ database }: Services, signal?: AbortSignal): Promise<void> {
  for (const organizationId of await allOrganizations(database.reader)) {
    signal?.throwIfAborted();
    await database.transaction((tx) => doUpdateTraffic(tx), { organizationId, takesLog: true });
  }
}

async function doUpdateTraffic(tx: Tx): Promise<void> {
  // Two counts at once would count twice.
  await tx.position();
  await countNewMessages(tx);
  const changed = await channelsByIds(tx, await updateAverages(tx));
  const audienceOf = await audiencesOfChannels(tx, changed);
  for (const channel of changed) {
    const change = { property: 'stream_weekly_traffic', value: channel.weeklyTraffic };
    emitChatEvent(
      tx,
      tx.organizationId,
      audienceOf(channel),
      { type: 'stream', op: 'update', stream_id: channel.id, name: channel.name, ...change },
      { state: true },
    );
  }
}

/** Once a day. */
export const channelTraffic = defineJob({
  queue: 'chat-channel-traffic',
  cron: '7 0 * * *',
  expireInSeconds: 3600,
  retryLimit: 2,
  retryDelay: 600,
  concurrency: 1,
  handle: (services, _data, signal) => updateTraffic(services, signal),
});
