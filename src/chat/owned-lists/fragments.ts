import { type Sql, sql } from '../../platform/db/sql.ts';
import type { OwnedList } from './owned-list.ts';

type Field<Item> = keyof Item & string;

export const itemFields = <Item extends object>({ columns }: OwnedList<Item>) => Object.keys(columns) as Field<Item>[];

/** The name of a field's column. */
export const columnOf = <Item extends object>({ columns }: OwnedList<Item>, field: Field<Item>): string =>
  columns[field].split(' ')[0]!;

/** A list's table. */
export const tableOf = <Item extends object>({ table }: OwnedList<Item>): Sql => sql.raw(`chat.${table}`);

/** A list's columns, named as the fields of its items. */
export const itemColumns = <Item extends object>(list: OwnedList<Item>): Sql =>
  sql.raw(
    itemFields(list)
      .map((field) => `${columnOf(list, field)} as "${field}"`)
      .join(', '),
  );
