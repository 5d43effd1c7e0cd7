import type { Tx } from '../../../platform/db/tx.ts';
import { doAddItems, doRemoveItemsOfAnyone, doUpdateItem } from '../../owned-lists/actions.ts';
import type { ItemOwner } from '../../owned-lists/owned-list.ts';
import type { DueItem, DueList } from './due-list.ts';
import { lockFailed } from './queries.ts';

/** Adds what is sent at its time; gives it. @throws {ChatError} `BAD_REQUEST` when the owner has too many */
export async function doAddDue<Item extends DueItem>(
  tx: Tx,
  list: DueList<Item>,
  owner: ItemOwner,
  given: Omit<Item, 'id' | 'failure'>,
): Promise<Item> {
  const [item] = await doAddItems(tx, list, owner, [given as Partial<Item>]);
  enqueueDelivery(tx, list, item!);
  return item!;
}

/** Changes an item; one that could not be sent waits again. */
export async function doChangeDue<Item extends DueItem>(
  tx: Tx,
  list: DueList<Item>,
  owner: ItemOwner,
  item: Item,
): Promise<void> {
  enqueueDelivery(tx, list, await doUpdateItem<Item>(tx, list, owner, item.id, { ...item, failure: null }));
}

/** Keeps an item that could not be sent. */
export async function doFailDue<Item extends DueItem>(
  tx: Tx,
  list: DueList<Item>,
  item: Item,
  failure: string,
): Promise<void> {
  const { organizationId } = tx;

  const changes = { failure } as Partial<Item>;
  await doUpdateItem(tx, list, { organizationId, userId: list.ownerOf(item) }, item.id, changes);
}

/** Removes some items that could not be sent before a time. @returns how many */
export async function doForgetFailed<Item extends DueItem>(
  tx: Tx,
  list: DueList<Item>,
  before: Date,
  limit: number,
): Promise<number> {
  await tx.position();
  const items = await lockFailed(tx, list, before, limit);
  await doRemoveItemsOfAnyone(tx, list, items, list.ownerOf);
  return items.length;
}

/** The job sends all that is due then; one that comes for what was changed meanwhile finds nothing. */
function enqueueDelivery<Item extends DueItem>(tx: Tx, { queue }: DueList<Item>, { deliverAt }: Item): void {
  tx.enqueue({ queue, data: {}, startAfter: deliverAt });
}
