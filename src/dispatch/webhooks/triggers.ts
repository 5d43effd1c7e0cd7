/** What webhooks may be told of: number and name (spec: dispatch 6; 18 to 20 from clients.md D.2). 11 is not one. */
export const triggerNames: Readonly<Record<number, string>> = {
  0: 'taskStarted',
  1: 'taskEta',
  2: 'taskArrival',
  3: 'taskCompleted',
  4: 'taskFailed',
  5: 'workerDuty',
  6: 'taskCreated',
  7: 'taskUpdated',
  8: 'taskDeleted',
  9: 'taskAssigned',
  10: 'taskUnassigned',
  12: 'taskDelayed',
  13: 'taskCloned',
  14: 'smsRecipientResponseMissed',
  15: 'workerCreated',
  16: 'workerDeleted',
  17: 'SMSRecipientOptOut',
  18: 'autoDispatchJobCompleted',
  19: 'taskBatchCreateJobCompleted',
  20: 'routeOptimizationJobCompleted',
};

/** Triggers that fire at a threshold (seconds for 1 and 12, metres for 2), and how many webhooks each may have. */
export const thresholdTriggers: ReadonlySet<number> = new Set([1, 2, 12]);
export const MAX_THRESHOLD_WEBHOOKS = 10;
/** Webhooks of an organization in all: more than anybody has use for. */
export const MAX_WEBHOOKS = 1000;
