import type { CheckedLine } from './check-lines.ts';

/** Lines to create, and the beginning of the keys of their requests. */
export interface Decided {
  lines: readonly CheckedLine[];
  key: string;
  /** Time of its first request. */
  begun: number;
}
