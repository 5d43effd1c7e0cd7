import { thresholdUnits } from '../../../rules/thresholds.ts';

/** Webhook triggers: name and number (spec: dispatch 6; from 18 on: clients.md D.2). 11 and 21 are not supported. */
export const Trigger = {
  taskStarted: 0,
  taskEta: 1,
  taskArrival: 2,
  taskCompleted: 3,
  taskFailed: 4,
  workerDuty: 5,
  taskCreated: 6,
  taskUpdated: 7,
  taskDeleted: 8,
  taskAssigned: 9,
  taskUnassigned: 10,
  taskDelayed: 12,
  taskCloned: 13,
  smsRecipientResponseMissed: 14,
  workerCreated: 15,
  workerDeleted: 16,
  SMSRecipientOptOut: 17,
  autoDispatchJobCompleted: 18,
  taskBatchCreateJobCompleted: 19,
  routeOptimizationJobCompleted: 20,
  routePlanCreated: 22,
  routePlanStarted: 23,
  routePlanCompleted: 24,
  workerUpdated: 25,
  routePlanUpdated: 26,
  routePlanUnassigned: 27,
  routePlanAssigned: 28,
  routePlanDelayed: 29,
  predictedTaskDelay: 30,
} as const;
export type Trigger = (typeof Trigger)[keyof typeof Trigger];

/** Names by number. */
export const triggerNames: Readonly<Record<number, string>> = Object.fromEntries(
  Object.entries(Trigger).map(([name, number]) => [number, name]),
);

/** Triggers that fire at a threshold: seconds for 1 and 12, metres for 2. */
export const thresholdTriggers: ReadonlySet<number> = new Set(Object.keys(thresholdUnits).map(Number));

/** A threshold of a webhook. */
export interface Threshold {
  trigger: number;
  threshold: number;
}
