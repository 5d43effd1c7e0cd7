import type { Reason } from './solver/problem.ts';

/** Why a task stays where it is. */
export const LEFT_OUT_REASONS = [
  'SKILL',
  'TIME_WINDOW',
  'CAPACITY',
  'DEPENDENCY',
  'NO_ROOM',
  'NOT_LOCATED',
  'LATER',
  'CHANGED',
  'WORKER_GONE',
] as const satisfies readonly (Reason | string)[];
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];
