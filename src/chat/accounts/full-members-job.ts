import type { Tx } from '../../platform/db/tx.ts';
import { uncachedFacts } from '../../platform/events/facts.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import type { Services } from '../../platform/services.ts';
import { watchChannelsKnownThroughGroups } from '../channels/known-through-groups.ts';
import { loadEndedWaiting, loadJoinedUserIds, realmOf } from '../realms/access.ts';
import { doSetFullMembers, joinedBefore } from '../realms/actions.ts';
import { watchGroups } from '../user-groups/actions.ts';

/** Makes full members of those whose waiting period has ended, and tells everybody. */
export async function endWaiting({ database, clock }: Services, signal?: AbortSignal): Promise<void> {
  for (const { organizationId } of await loadEndedWaiting(database.reader, clock.now())) {
    signal?.throwIfAborted();
    await database.transaction((tx) => doEndWaiting(tx), { organizationId, takesLog: true });
  }
}

async function doEndWaiting(tx: Tx): Promise<void> {
  // The setting may have changed meanwhile.
  await tx.position();
  const { settings } = await realmOf(uncachedFacts(tx));
  if (settings.waiting_period_threshold === 0) return;
  const joinedBy = joinedBefore(tx.now, settings.waiting_period_threshold);
  const userIds = await loadJoinedUserIds(tx, joinedBy);
  const emitChannels = await watchChannelsKnownThroughGroups(tx, userIds);
  const emitGroups = await watchGroups(tx, userIds);
  await doSetFullMembers(tx, joinedBy);
  await emitGroups();
  await emitChannels();
}

/** Every ten minutes: a period of days ends that exactly. */
export const fullMembers = defineJob({
  queue: 'chat-full-members',
  cron: '*/10 * * * *',
  expireInSeconds: 600,
  retryLimit: 2,
  retryDelay: 60,
  concurrency: 1,
  handle: (services, _data, signal) => endWaiting(services, signal),
});
