import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { columnOf, itemColumns, itemFields, tableOf } from './fragments.ts';
import type { ItemKey, ItemOwner, OwnedList } from './owned-list.ts';

/** Absent `userId`: everybody's items in the organization. */
type Owner = Pick<ItemOwner, 'organizationId'> & Partial<ItemOwner>;

/** An owner's items, in the order of the list. */
export function loadItems<Item extends object>(
  reader: Reader,
  list: OwnedList<Item>,
  owner: ItemOwner,
): Promise<Item[]> {
  return reader.all(sql<Item>`
    select ${itemColumns(list)} from ${tableOf(list)} where ${owned(list, owner)} order by ${sql.raw(list.order)}`);
}

/** An item, locked until the commit. */
export function lockItem<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  key: ItemKey,
): Promise<Item | undefined> {
  return tx.first(sql<Item>`
    select ${itemColumns(list)} from ${tableOf(list)}
    where ${owned(list, owner)} and ${column(list, list.key)} = ${key} for update`);
}

export async function countItems<Item extends object>(
  reader: Reader,
  list: OwnedList<Item>,
  owner: ItemOwner,
): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*) from ${tableOf(list)} where ${owned(list, owner)}`);
  return row!.count;
}

/** Gives the items that were not there yet, in the order given. All have the same fields; the others take their defaults. */
export function insertItems<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  { organizationId, userId }: ItemOwner,
  items: readonly Partial<Item>[],
): Promise<Item[]> {
  const fields = writtenFields(list, items[0]!);
  const ownerColumn = list.owner === null ? [] : [sql.raw(list.owner)];
  const columns = sql.join([sql.raw('organization_id'), ...ownerColumn, ...fields.map((each) => column(list, each))]);
  const ownerValue = list.owner === null ? [] : [sql`${userId}`];
  const values = sql.join([sql`${organizationId}`, ...ownerValue, ...fields.map((each) => sql.raw(`"${each}"`))]);
  const types = sql.raw(fields.map((field) => `, "${field}" ${typeOf(list, field)}`).join(''));
  const numbered = JSON.stringify(items.map((item, n) => ({ ...item, n })));
  return tx.all(sql<Item>`
    insert into ${tableOf(list)} (${columns})
    select ${values} from jsonb_to_recordset(${numbered}::jsonb) as given (n int${types}) order by n
    on conflict do nothing returning ${itemColumns(list)}`);
}

/** Undefined when the owner has no such item. */
export function updateItem<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: ItemOwner,
  key: ItemKey,
  changes: Partial<Item>,
): Promise<Item | undefined> {
  const assignments = writtenFields(list, changes)
    .filter((field) => field !== list.key)
    .map((field) => sql`${column(list, field)} = ${changes[field]}::${sql.raw(typeOf(list, field))}`);
  return tx.first(sql<Item>`
    update ${tableOf(list)} set ${sql.join(assignments)}
    where ${owned(list, owner)} and ${column(list, list.key)} = ${key} returning ${itemColumns(list)}`);
}

/** Gives the items that were there, by key. */
export function deleteItems<Item extends object>(
  tx: Tx,
  list: OwnedList<Item>,
  owner: Owner,
  keys: readonly ItemKey[] | 'all',
): Promise<Item[]> {
  const type = sql.raw(`${typeOf(list, list.key)}[]`);
  const chosen = keys === 'all' ? sql`true` : sql`${column(list, list.key)} = any(${keys}::${type})`;
  return tx.all(sql<Item>`
    with deleted as (
      delete from ${tableOf(list)} where ${owned(list, owner)} and ${chosen} returning ${itemColumns(list)})
    select * from deleted order by ${sql.raw(`"${list.key}"`)}`);
}

/** The rows of a list that are one owner's, or anybody's. */
function owned<Item extends object>(list: OwnedList<Item>, { organizationId, userId }: Owner): Sql {
  const ofPerson = list.owner === null || userId === undefined ? sql`` : sql` and ${sql.raw(list.owner)} = ${userId}`;
  return sql`organization_id = ${organizationId}${ofPerson}`;
}

const column = <Item extends object>(list: OwnedList<Item>, field: keyof Item & string): Sql =>
  sql.raw(columnOf(list, field));

const typeOf = <Item extends object>({ columns }: OwnedList<Item>, field: keyof Item & string): string =>
  columns[field].slice(columns[field].indexOf(' ') + 1);

/** The fields of a list that are given; the owner is none to write. */
const writtenFields = <Item extends object>(list: OwnedList<Item>, given: Partial<Item>) =>
  itemFields(list).filter((field) => given[field] !== undefined && columnOf(list, field) !== list.owner);
