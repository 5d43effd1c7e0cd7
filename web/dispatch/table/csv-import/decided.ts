import type { CheckedLine } from './check-lines.ts';

/** Lines to create, and their key. */
export interface Decided {
  lines: readonly CheckedLine[];
  key: string;
  digest: string;
  /** Time of its first request. */
  begun: number;
}
