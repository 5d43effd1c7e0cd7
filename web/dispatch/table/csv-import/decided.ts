import type { CheckedLine } from './check-lines.ts';

/** What is decided to be created, under which key. */
export interface Decided {
  lines: readonly CheckedLine[];
  key: string;
  digest: string;
  /** When its first request was sent, or will be. */
  begun: number;
}
