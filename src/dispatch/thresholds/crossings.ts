import type { Threshold } from '../../../rules/webhook-triggers.ts';
import { Trigger } from '../../../rules/webhook-triggers.ts';
import { type TravelModel, travelSeconds } from '../estimates/travel.ts';
import { distance } from '../geography/distance.ts';
import type { ApproachRow } from './queries.ts';

/** A threshold that a worker has crossed, with what webhooks receive about it. */
export interface Crossing extends Threshold {
  details: { etaSeconds: number } | { distance: number } | { delay: number };
}

/**
 * The thresholds crossed on the way to the active task (spec: dispatch 6): 1 at so many seconds to the door, 2 at so
 * many metres, 12 at so many seconds of delay. Of a place that is not located nobody knows how far it is: it is never
 * reached, and late only when its time has run out.
 */
export function crossingsOf(
  approach: ApproachRow,
  thresholds: readonly Threshold[],
  model: TravelModel,
  now: Date,
): Crossing[] {
  const metres = distance([approach.workerLon, approach.workerLat], [approach.lon, approach.lat]);
  const { located } = approach;
  const etaSeconds = located ? travelSeconds(model, metres, approach.vehicle, now) : 0;
  const done = now.getTime() / 1000 + etaSeconds + approach.serviceTime * 60;
  const delay = approach.completeBefore ? Math.round(done - approach.completeBefore.getTime() / 1000) : 0;
  return thresholds.flatMap(({ trigger, threshold }): Crossing[] => {
    if (approach.notified.some((known) => known.trigger === trigger && known.threshold === threshold)) return [];
    if (located && trigger === Trigger.taskEta && etaSeconds <= threshold)
      return [{ trigger, threshold, details: { etaSeconds } }];
    if (located && trigger === Trigger.taskArrival && metres <= threshold)
      return [{ trigger, threshold, details: { distance: Math.round(metres) } }];
    if (trigger === Trigger.taskDelayed && delay > 0 && delay >= threshold)
      return [{ trigger, threshold, details: { delay } }];
    return [];
  });
}
