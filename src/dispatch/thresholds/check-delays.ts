import { type Threshold, Trigger } from '../../../rules/webhook-triggers.ts';
import { defineJob } from '../../platform/jobs/define-job.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { travelModelOf } from '../estimates/access.ts';
import { listOrganizationsNotifyingDelays } from '../notifications/access.ts';
import { cachedThresholds, doEmitCrossings, withThresholdsOf } from './check-thresholds.ts';
import { crossingsOf } from './crossings.ts';
import { listOrganizationsWith, listTimedApproaches } from './queries.ts';

const MAX = 10_000;

const isDelay = ({ trigger }: Threshold) => trigger === Trigger.taskDelayed;

/** A delay grows also while nobody moves (spec: dispatch 6, taskDelayed). */
export const checkDelays = defineJob({
  queue: 'dispatch-watch-delays',
  expireInSeconds: 300,
  retryLimit: 0,
  retryDelay: 0,
  concurrency: 1,
  cron: '* * * * *',
  async handle(services, _data, signal) {
    const { reader } = services.database;
    const organizations = new Set([
      ...(await listOrganizationsWith(reader, Trigger.taskDelayed)),
      ...(await listOrganizationsNotifyingDelays(reader)),
    ]);
    for (const organizationId of organizations) {
      if (signal.aborted) return;
      await watchOrganization(services, organizationId, signal);
    }
  },
});

async function watchOrganization(services: Services, organizationId: string, signal: AbortSignal): Promise<void> {
  const { database, clock } = services;
  const thresholds = (await cachedThresholds(services, organizationId)).filter(isDelay);
  const model = await travelModelOf(database.reader.of(organizationId));
  for (const approach of await listTimedApproaches(database.reader.of(organizationId), MAX)) {
    if (signal.aborted) return;
    const all = (await withThresholdsOf(services, approach.orderedBy, thresholds)).filter(isDelay);
    const crossings = crossingsOf(approach, all, model, clock.now());
    if (crossings.length === 0) continue;
    const caller = { kind: 'worker' as const, organizationId, credentialId: '', workerId: approach.workerId };
    const watched = { caller, publicUrl: await organizationUrl(services, organizationId) };
    await database.transaction((tx) => doEmitCrossings(tx, watched, approach, crossings), { organizationId });
  }
}
