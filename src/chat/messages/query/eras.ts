import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { IdWindow } from './id-window.ts';

/** IDs of messages in an era, in bits: the index of searched words has `message_id >> 16` (migration 0712). */
const ERA_BITS = 16;

/** Eras of a window that lie side by side. */
export interface Eras {
  numbers: number[];
  /** ID at which a window of them ends. */
  end: number;
}

/** IDs of an organization's oldest and newest message. */
interface IdSpan {
  oldest: number;
  newest: number;
}

/**
 * Loads the IDs of an organization's oldest and newest message.
 * @returns undefined where it has none
 */
export async function idSpanOf(reader: Reader): Promise<IdSpan | undefined> {
  const { organizationId } = reader;
  const end = (order: string) =>
    sql`(select m.id from chat.messages m where m.organization_id = ${organizationId} order by m.id ${sql.raw(order)} limit 1)`;
  const row = await reader.first(sql<{ oldest: number | null; newest: number | null }>`
    select ${end('asc')} as oldest, ${end('desc')} as newest`);
  return row?.oldest == null || row.newest == null ? undefined : { oldest: row.oldest, newest: row.newest };
}

/**
 * Returns so many eras of a window, the nearest to its bound.
 * @returns undefined where they would leave no message of the window out
 */
export function nearestEras(span: IdSpan, { direction, bound }: IdWindow, count: number): Eras | undefined {
  const [oldest, newest] = [eraOf(span.oldest), eraOf(span.newest)];
  const first = direction === 'older' ? Math.min(eraOf(bound - 1), newest) - count + 1 : Math.max(eraOf(bound), oldest);
  const isPart = direction === 'older' ? first > oldest : first + count <= newest;
  if (!isPart) return undefined;
  const numbers = Array.from({ length: count }, (_, n) => first + n);
  return { numbers, end: (direction === 'older' ? first : first + count) * 2 ** ERA_BITS };
}

const eraOf = (id: number) => Math.floor(id / 2 ** ERA_BITS);
