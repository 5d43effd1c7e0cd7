import type { Narrow } from '../narrow.ts';

/**
 * A stretch of a narrow that is completely known: every message of the narrow whose ID is from `from` to `to`, both
 * included, is in `ids`.
 */
export interface MessageRange {
  /** Ascending. */
  readonly ids: readonly number[];
  /** `FIRST` when nothing of the narrow is older. */
  readonly from: number;
  /** `LAST` when nothing is newer, and new messages are told by events. */
  readonly to: number;
  /** Whether nothing was newer when the server was asked; where events do not follow, `to` has an end all the same. */
  readonly foundNewest: boolean;
}

/** Ranges of one narrow: ascending, apart from each other. */
export type Ranges = readonly MessageRange[];

/** Known messages of one narrow. */
export interface MessageWindow {
  readonly narrow: Narrow;
  ranges: Ranges;
  /** True if its messages are from before a gap in the events: the next answer of the server takes its place whole. */
  isStale: boolean;
  /** Number of the last look, and what was looked at: the least recently looked at go first. */
  lookedAt: number;
  lookedFor: number;
}
