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
export type TriggerName = keyof typeof Trigger;
export type Trigger = (typeof Trigger)[TriggerName];

/** Names by number. */
export const triggerNames: Readonly<Record<number, TriggerName>> = Object.fromEntries(
  Object.entries(Trigger).map(([name, number]) => [number, name as TriggerName]),
);

/** Units of the thresholds that webhooks may have, by the number of the trigger (spec: dispatch 6). */
export const thresholdUnits: Readonly<Record<number, 'seconds' | 'metres'>> = {
  [Trigger.taskEta]: 'seconds',
  [Trigger.taskArrival]: 'metres',
  [Trigger.taskDelayed]: 'seconds',
};

/** Triggers that fire at a threshold. */
export const thresholdTriggers: ReadonlySet<number> = new Set(Object.keys(thresholdUnits).map(Number));

/** A threshold of a webhook. */
export interface Threshold {
  trigger: number;
  threshold: number;
}
