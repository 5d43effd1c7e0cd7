import type { Tx } from '../../platform/db/tx.ts';
import { emitChatEvent } from '../events/emit.ts';
import { badRequest } from '../http/errors.ts';
import type { ItemKey, ItemOwner, OwnedList } from './owned-list.ts';
import { countItems, deleteItems, insertItems, loadItems, updateItem } from './queries.ts';

/**
 * Adds items, and gives those that were not there yet.
 * @throws {ChatError} `BAD_REQUEST` when the owner has too many then, or has one already where the list says that this is an error
 */
export async function doAddItems<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  given: readonly Partial<Item>[],
): Promise<Item[]> {
  if (given.length === 0) return [];
  // Two simultaneous requests: the second counts the first.
  await tx.position();
  const added = await insertItems(tx, list, owner, given);
  if (list.exists !== undefined && added.length < given.length) throw badRequest(list.exists);
  if (added.length === 0) return added;
  if (list.max && (await countItems(tx, list, owner)) > list.max.count) throw badRequest(list.max.error);
  await emitAdded(tx, list, owner, added);
  return added;
}

/** Changes an item, and gives it. @throws {ChatError} `BAD_REQUEST` when the owner has no such item */
export async function doUpdateItem<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  key: ItemKey,
  changes: Partial<Item>,
): Promise<Item> {
  const item = await updateItem(tx, list, owner, key, changes);
  if (!item) throw badRequest(list.missing ?? 'Not found');
  const { events } = list;
  if ('updated' in events && events.updated) emit(tx, list, owner, { op: 'update', ...events.updated(item, changes) });
  else {
    await emitRemoved(tx, list, owner, [key]);
    await emitAdded(tx, list, owner, [item]);
  }
  return item;
}

/**
 * Removes items, and gives those that were there.
 * @throws {ChatError} `BAD_REQUEST` when the owner lacks one and the list says that this is an error
 */
export async function doRemoveItems<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  keys: readonly ItemKey[] | 'all',
): Promise<Item[]> {
  const removed = await deleteItems(tx, list, owner, keys);
  if (list.missing !== undefined && keys !== 'all' && removed.length < keys.length) throw badRequest(list.missing);
  const removedKeys = removed.map((item) => item[list.key] as ItemKey);
  if (removed.length > 0) await emitRemoved(tx, list, owner, removedKeys);
  return removed;
}

/** Removes items, whosever they are. @param ownerOf the person whose item it is */
export async function doRemoveItemsOfAnyone<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  items: readonly Item[],
  ownerOf: (item: Item) => number,
): Promise<void> {
  const { organizationId } = tx;

  const keyOf = (item: Item) => item[list.key] as ItemKey;
  await deleteItems(tx, list, { organizationId }, items.map(keyOf));
  for (const item of items) await emitRemoved(tx, list, { organizationId, userId: ownerOf(item) }, [keyOf(item)]);
}

async function emitRemoved<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  keys: readonly ItemKey[],
): Promise<void> {
  const { events } = list;
  if ('whole' in events) emit(tx, list, owner, events.whole(await readForEvent(tx, list, owner)));
  else for (const key of keys) emit(tx, list, owner, { op: 'remove', ...events.removed(key) });
}

async function emitAdded<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  items: readonly Item[],
): Promise<void> {
  const { events } = list;
  if ('whole' in events) emit(tx, list, owner, events.whole(await readForEvent(tx, list, owner)));
  else emit(tx, list, owner, { op: 'add', ...events.added(items) });
}

/** The list as it is at the event's place in the log. */
async function readForEvent<Item extends object>(tx: Tx, list: OwnedList<Item>, owner: ItemOwner): Promise<Item[]> {
  await tx.position();
  return loadItems(tx, list, owner);
}

function emit<Item extends object>(tx: Tx, list: OwnedList<Item>, owner: ItemOwner, event: object): void {
  const { type, state = false } = list.events;
  const audience = list.owner === null ? 'organization' : (`user:${owner.userId}` as const);
  emitChatEvent(tx, owner.organizationId, [audience], { type, ...event }, { state });
}
