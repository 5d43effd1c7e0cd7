import type { Threshold } from '../../../rules/webhook-triggers.ts';
import type { Reader } from '../../platform/db/reader.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { defineFact } from '../../platform/events/facts.ts';
import { organizationUrl } from '../../platform/organizations/hosts.ts';
import type { Services } from '../../platform/services.ts';
import { travelModelOf } from '../estimates/access.ts';
import type { TriggerOf } from '../events/kinds.ts';
import type { WorkerCaller } from '../http/caller.ts';
import { notificationThresholds } from '../notifications/access.ts';
import { cachedIsDelegatee } from '../organization/access.ts';
import { accessTask } from '../tasks/access.ts';
import { emitTask, emitToOrderers } from '../tasks/events.ts';
import { presentTasks } from '../tasks/present-tasks.ts';
import { thresholdsOf } from '../webhooks/access.ts';
import { type Crossing, crossingsOf } from './crossings.ts';
import { type ApproachRow, findApproach, saveCrossings } from './queries.ts';

const thresholds = defineFact('thresholds', ['dispatch.notification_settings', 'dispatch.webhooks']);

/** Spec: dispatch 8: at most once per 30 seconds. Taken as: the same threshold, by tasks of the same worker. */
const QUIET_MS = 30_000;

/** Moving worker and the server's public URL. */
export interface CheckedWorker {
  caller: WorkerCaller;
  publicUrl: string;
}

/** Thresholds of an organization's webhooks and of its SMS, remembered until one of them changes. */
export function cachedThresholds({ state }: Services, organizationId: string): Promise<Threshold[]> {
  return state.of(organizationId).read(thresholds, '', async (reader) => {
    const all = [...(await thresholdsOf(reader)), ...(await notificationThresholds(reader))];
    return different(all);
  });
}

/** Also those of the organization that had the task created. */
export async function withThresholdsOf(
  services: Services,
  orderedBy: string | null,
  own: readonly Threshold[],
): Promise<readonly Threshold[]> {
  return orderedBy === null ? own : different([...own, ...(await cachedThresholds(services, orderedBy))]);
}

const different = (all: readonly Threshold[]): Threshold[] => [
  ...new Map(all.map((one) => [`${one.trigger} ${one.threshold}`, one])).values(),
];

/** Notifies webhooks of the thresholds that a worker with a new position has crossed. */
export async function checkThresholds(services: Services, caller: WorkerCaller): Promise<void> {
  const { database, clock } = services;
  const found = await look(services, database.reader.of(caller.organizationId), caller, clock.now());
  if (!found) return;
  const watched = { caller, publicUrl: await organizationUrl(services, caller.organizationId) };
  await database.transaction((tx) => doEmitCrossings(tx, watched, found.approach, found.crossings), {
    organizationId: caller.organizationId,
  });
}

/** As `watchWorker`, in the transaction that wrote the position. */
export async function doCheckThresholds(tx: Tx, services: Services, caller: WorkerCaller): Promise<void> {
  const found = await look(services, tx, caller, tx.now);
  if (found)
    await doEmitCrossings(
      tx,
      { caller, publicUrl: await organizationUrl(services, caller.organizationId) },
      found.approach,
      found.crossings,
    );
}

async function look(
  services: Services,
  reader: Reader,
  { organizationId, workerId }: WorkerCaller,
  now: Date,
): Promise<{ approach: ApproachRow; crossings: Crossing[] } | undefined> {
  const own = await cachedThresholds(services, organizationId);
  if (own.length === 0 && !(await cachedIsDelegatee(services, organizationId))) return undefined;
  const approach = await findApproach(reader, workerId);
  if (!approach) return undefined;
  const thresholds = await withThresholdsOf(services, approach.orderedBy, own);
  const crossings = crossingsOf(approach, thresholds, await travelModelOf(reader), now);
  return crossings.length > 0 ? { approach, crossings } : undefined;
}

/** Notifies, once, of what was crossed on the way to a task. */
export async function doEmitCrossings(
  tx: Tx,
  { caller, publicUrl }: CheckedWorker,
  approach: ApproachRow,
  crossings: readonly Crossing[],
): Promise<void> {
  const task = await accessTask(tx, approach.taskId);
  // Completed since the look.
  if (task.state !== 2) return;
  const fresh = await saveCrossings(tx, approach, crossings, new Date(tx.now.getTime() - QUIET_MS));
  const [presented] = await presentTasks(tx, [task], { publicUrl, now: tx.now });
  for (const { trigger, threshold, details } of crossings) {
    if (!fresh.some((one) => one.trigger === trigger && one.threshold === threshold)) continue;
    const change = { trigger: trigger as TriggerOf<'task'>, task, further: { threshold, ...details } };
    emitTask(tx, { caller, publicUrl }, change.trigger, presented!, change);
    await emitToOrderers(tx, { caller, publicUrl }, [change]);
  }
}
