import type { AppendedEvent, Position, TraceableEvent } from '../db/event.ts';
import type { Writer } from '../db/reader.ts';
import { type Sql, sql } from '../db/sql.ts';

export type { AppendedEvent, NewEvent, Position } from '../db/event.ts';

/** Takes the organization's lock (its row in `platform.log_heads`) and reads the head. */
export async function takePosition(tx: Writer, organizationId: string): Promise<Position> {
  const head = await tx.first(sql<Position>`
    select event_id as "eventId", message_id as "messageId" from platform.log_heads
    where organization_id = ${organizationId} for update`);
  if (!head) throw new Error(`organization ${organizationId} has no log head`);
  return head;
}

/**
 * Appends events and gives them their IDs. The message writer does it in its one statement, with the fragments below;
 * nothing else writes the log.
 *
 * The row in `platform.log_heads` is both the organization's lock and its counter: it is held until the commit,
 * so ID order is commit order, and a rollback gives the numbers back, so an organization's IDs have no gaps: a
 * reader that holds 41 and is handed 43 knows that 42 is on its way (docs/decisions/0002-log-head-is-lock-and-counter.md).
 */
export async function appendEvents(tx: Writer, events: readonly TraceableEvent[]): Promise<AppendedEvent[]> {
  const byOrganization = Map.groupBy(events, (event) => event.organizationId);
  const appended: AppendedEvent[] = [];
  // Sorted, so that two transactions that touch the same organizations take the locks in the same order.
  for (const organizationId of [...byOrganization.keys()].sort()) {
    const own = byOrganization.get(organizationId)!;
    // Where traffic follows it, the last change of state is not the last event: who has read it must not count as outdated.
    const upToState = own.findLastIndex((event) => event.state) + 1;
    const last = await tx.first(sql<{ event_id: number }>`
      with head as (
        update platform.log_heads set event_id = event_id + ${own.length},
          state_event_id = case when ${upToState}::int > 0 then event_id + ${upToState} else state_event_id end
        where organization_id = ${organizationId} returning event_id),
      logged as (${loggedEvents(organizationId, tx.now, eventRows(own, sql`(select event_id - ${own.length} from head)`))})
      select event_id from head`);
    if (!last) throw new Error(`organization ${organizationId} has no log head`);
    const first = last.event_id - own.length;
    own.forEach((event, index) => {
      appended.push({ ...event, id: first + index + 1, at: tx.now });
    });
  }
  return appended;
}

/** Stores the tables that a transaction wrote with events that it has appended already. */
export async function nameChanges(
  tx: Writer,
  events: readonly AppendedEvent[],
  changes: readonly string[],
): Promise<void> {
  for (const [organizationId, own] of Map.groupBy(events, (event) => event.organizationId)) {
    await tx.run(sql`
      update platform.event_log set changes = ${changes}
      where organization_id = ${organizationId} and id = any(${own.map(({ id }) => id)}::bigint[])
        and at = ${tx.now}::timestamptz`);
  }
}

/**
 * A fragment that locks an organization's log until the end of the statement and reads its head as `event_id`; no row when the state
 * has changed after `asOf`. It may have waited for another commit, so it, and not the statement's snapshot, knows the head.
 */
export function lockedHead(organizationId: string, asOf: number): Sql<{ event_id: number }> {
  return sql`
    select event_id from platform.log_heads
    where organization_id = ${organizationId} and state_event_id <= ${asOf} for update`;
}

/** A fragment that moves the head of a locked log on, by `count` events that change no state and to message `lastMessageId`. */
export function movedHead(organizationId: string, count: number, lastMessageId: Sql, locked: Sql): Sql {
  return sql`
    update platform.log_heads set event_id = event_id + ${count}::int, message_id = (${lastMessageId})
    where organization_id = ${organizationId} and exists (select from ${locked})`;
}

/** The INSERT of events; `rows` selects id, part, kind, audience, payload, state, changes and trace, in the order of the IDs. */
export function loggedEvents(organizationId: string, at: Date, rows: Sql): Sql {
  return sql`
    insert into platform.event_log (organization_id, id, at, part, kind, audience, payload, state, changes, trace)
    select ${organizationId}, event.id, ${at}::timestamptz, event.part, event.kind, event.audience, event.payload, event.state,
      event.changes, event.trace
    from (${rows}) as event`;
}

/** Events as rows whose IDs follow `before`. */
function eventRows(events: readonly TraceableEvent[], before: Sql): Sql {
  const rows = events.map(({ part, kind, audience, payload, state, changes, trace }, index) => ({
    n: index + 1,
    part,
    kind,
    audience,
    payload,
    state,
    changes,
    trace,
  }));
  return sql`
    select ${before} + n as id, part, kind, audience, payload, state, changes, trace
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as event (n int, part text, kind text, audience text[], payload jsonb, state boolean, changes text[], trace text)`;
}
