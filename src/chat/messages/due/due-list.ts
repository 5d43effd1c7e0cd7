import type { OwnedList } from '../../owned-lists/owned-list.ts';

/** Item that waits for its due time, or could not be sent. */
export interface DueItem {
  id: number;
  content: string;
  renderedContent: string;
  deliverAt: Date;
  /** Why it could not be sent; null: it waits. */
  failure: string | null;
}

/** Columns of every list of what is due. */
export const DUE_COLUMNS = {
  id: 'id bigint',
  content: 'content text',
  renderedContent: 'rendered_content text',
  deliverAt: 'deliver_at timestamptz',
  failure: 'failure text',
} as const;

/** A list whose items are sent at their time, and kept for their owner where that fails. */
export interface DueList<Item extends DueItem> extends OwnedList<Item> {
  /** The queue of the job that sends what is due. */
  queue: string;
  ownerOf(item: Item): number;
}
