import type { Reader } from '../../platform/db/reader.ts';
import type { Viewer } from './fragments.ts';

/** From where a live view looks. */
export interface LiveView extends Viewer {
  reader: Reader;
  publicUrl: string;
  now: Date;
  /** Tasks completed before this are left out. */
  completedSince: Date;
}

/** Objects in a limited sight, by ID. */
export interface InSight {
  organizationId: string;
  teams: ReadonlySet<string>;
  workers: ReadonlySet<string>;
}

/** A kind of object that live views hold: whole at the beginning, and anew whenever an event says that one has changed. */
export interface LiveSource<Item extends { id: string }> {
  /** All that are in sight, page by page. */
  pages(view: LiveView): AsyncGenerator<Item[]>;
  /** Returns the existing objects among the given IDs, in sight or not, in no order. */
  byId(view: Omit<LiveView, 'sight'>, ids: readonly string[]): Promise<Item[]>;
  /** Whether one is in a limited sight: the same rule as that of `pages`. */
  isSeen(item: Item, inSight: InSight): boolean;
}
