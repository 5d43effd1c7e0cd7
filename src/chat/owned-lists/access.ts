import type { Tx } from '../../platform/db/tx.ts';
import { badRequest } from '../http/errors.ts';
import type { ItemKey, ItemOwner, OwnedList } from './owned-list.ts';
import { lockItem } from './queries.ts';

export { loadItems } from './queries.ts';

/** One of the owner's items, which nobody else changes until the commit. @throws {ChatError} `BAD_REQUEST` */
export async function accessItem<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  key: ItemKey,
): Promise<Item> {
  const item = await lockItem(tx, list, owner, key);
  if (!item) throw badRequest(list.missing ?? 'Not found');
  return item;
}
