import { type Threshold, Trigger } from '../../../rules/webhook-triggers.ts';
import type { Reader } from '../../platform/db/reader.ts';
import { findSettings } from './queries.ts';

export { listOrganizationsNotifyingDelays } from './queries.ts';

/** The thresholds by which recipients are notified of arrivals and delays. */
export async function notificationThresholds(reader: Reader): Promise<Threshold[]> {
  const { arriving, arrivingMeters, delayed, delayedSeconds } = await findSettings(reader);
  return [
    ...(arriving ? [{ trigger: Trigger.taskArrival, threshold: arrivingMeters }] : []),
    ...(delayed ? [{ trigger: Trigger.taskDelayed, threshold: delayedSeconds }] : []),
  ];
}
