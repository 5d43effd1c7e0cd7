/** Kinds of entries in a task's history. */
export const HISTORY_KINDS = [
  'created',
  'cloned',
  'assigned',
  'unassigned',
  'moved',
  'edited',
  'started',
  'arrived',
  'reported',
  'completed',
  'failed',
  'notified',
] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];
