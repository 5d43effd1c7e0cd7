import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isVisible } from '../../reading/fragments.ts';
import type { ReaderView } from '../../reading/view.ts';

/** Messages, and what one person has marked of them. */
export interface PageRow {
  /** The log's head in the snapshot: the messages given may not be older. */
  eventId: number;
  /** The last event that changed who sees what. */
  stateEventId: number;
  /** The organization's newest message. */
  messageId: number;
  /** In the order of the statement that selected them. */
  ids: number[];
  /** Messages with a row in `message_flags`, and their bits. */
  flaggedIds: number[];
  bits: number[];
}

/** The given messages as far as the person may see them, ascending. */
export function loadPage(reader: Reader, view: ReaderView, ids: readonly number[]): Promise<PageRow> {
  return loadPageOf(
    reader,
    view,
    sql`select m.id from chat.messages m
      where m.organization_id = ${view.organizationId} and m.id = any(${`{${ids.join(',')}}`}::bigint[]) and ${isVisible(view)}
      order by m.id`,
  );
}

/**
 * The messages that a statement selects (it has checked who sees them), with the person's flags and the head of the
 * log, in one snapshot and as one row: a row for each would cost the driver more than finding them costs PostgreSQL.
 */
export async function loadPageOf(
  reader: Reader,
  { organizationId, userId }: ReaderView,
  selected: Sql<{ id: number }>,
): Promise<PageRow> {
  const statement = sql<PageRow>`
    with p as materialized (select array(${selected}) as ids)
    select h.event_id as "eventId", h.state_event_id as "stateEventId",
      h.message_id as "messageId", p.ids,
      coalesce(f.ids, '{}') as "flaggedIds", coalesce(f.bits, '{}') as bits
    from p cross join platform.log_heads h
    cross join lateral (
      select array_agg(f.message_id) as ids, array_agg(f.flags::bigint) as bits from chat.message_flags f
      where f.organization_id = ${organizationId} and f.user_id = ${userId} and f.message_id = any(p.ids)) f
    where h.organization_id = ${organizationId}`;
  const page = await reader.first(selected.once ? sql.once(statement) : statement);
  if (!page) throw new Error(`organization ${organizationId} has no log head`);
  return page;
}
