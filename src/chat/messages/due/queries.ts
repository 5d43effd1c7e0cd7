import type { PlainReader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';
import { itemColumns, tableOf } from '../../owned-lists/fragments.ts';
import type { DueItem, DueList } from './due-list.ts';

/** Organizations that have something to send by now, those who waited longest first. */
export async function organizationsWithDue<Item extends DueItem>(
  reader: PlainReader,
  list: DueList<Item>,
  now: Date,
  limit: number,
): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select organization_id as id from ${tableOf(list)}
    where failure is null and deliver_at <= ${now} and organization_id in (select id from platform.open_organizations)
    group by organization_id order by min(deliver_at) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** The next ones to be sent that no other process is sending or changing, locked until the commit. */
export function lockDue<Item extends DueItem>(tx: Tx, list: DueList<Item>, now: Date, limit: number): Promise<Item[]> {
  return tx.all(sql<DueItem & Item>`
    select ${itemColumns(list)} from ${tableOf(list)}
    where organization_id = ${tx.organizationId} and failure is null and deliver_at <= ${now}
    order by deliver_at, id limit ${limit} for update skip locked`);
}

/** Organizations that have some which could not be sent, from before a time. */
export async function organizationsWithFailed<Item extends DueItem>(
  reader: PlainReader,
  list: DueList<Item>,
  before: Date,
): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select distinct organization_id as id from ${tableOf(list)}
    where failure is not null and deliver_at <= ${before} order by 1`);
  return rows.map(({ id }) => id);
}

/** Some that could not be sent, from before a time, locked until the commit. */
export function lockFailed<Item extends DueItem>(
  tx: Tx,
  list: DueList<Item>,
  before: Date,
  limit: number,
): Promise<Item[]> {
  return tx.all(sql<DueItem & Item>`
    select ${itemColumns(list)} from ${tableOf(list)}
    where organization_id = ${tx.organizationId} and failure is not null and deliver_at <= ${before}
    order by id limit ${limit} for update`);
}
