import type { ChatEventKind } from '../events/kinds.ts';

/** The person whose list it is; of the organization's lists, anybody of it. */
export interface ItemOwner {
  organizationId: string;
  userId: number;
}

/** By what an owner names an item. */
export type ItemKey = string | number;

/** A small list that a person or the organization keeps: its table, its limit, its errors and its events. */
export interface OwnedList<Item extends object> {
  /** A table of `chat` that has `organization_id`. */
  table: string;
  /** The column of the person whose item it is; null: the list is the organization's. */
  owner: 'user_id' | 'sender_id' | null;
  /** The field that is an item's `ItemKey`. */
  key: keyof Item & string;
  /** The column of each field and its type: `edited_at timestamptz`. */
  columns: Readonly<Record<keyof Item & string, `${string} ${string}`>>;
  /** Columns by which the list is ordered. */
  order: string;
  /** Items that one owner may have, and the error beyond. */
  max?: { count: number; error: string };
  /** The error for an item that the owner does not have; absent: nothing happens. */
  missing?: string;
  /** The error for an item that the owner has already; absent: nothing happens. */
  exists?: string;
  events: WholeList<Item> | ChangedItems<Item>;
}

interface ListEvents {
  type: ChatEventKind;
  /** Whether requests are authorized by the list. */
  state?: boolean;
}

/** Each event has the whole list. */
interface WholeList<Item> extends ListEvents {
  whole(items: readonly Item[]): object;
}

/** Each event has an `op` and what it changes. */
interface ChangedItems<Item> extends ListEvents {
  added(items: readonly Item[]): object;
  /** Absent: a changed item is removed and added. */
  updated?(item: Item, changes: Partial<Item>): object;
  removed(key: ItemKey): object;
}
