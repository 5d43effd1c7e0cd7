import { firstOf, GroupCommit } from '../../../platform/db/group-commit.ts';
import type { AppendedEvent } from '../../../platform/events/log.ts';
import { perServices } from '../../../platform/per-services.ts';
import type { Services } from '../../../platform/services.ts';
import { chatEvent } from '../../events/emit.ts';
import { type ComposedMessage, eventOf } from './composed-message.ts';
import { type WrittenMessageRow, writeMessages } from './queries.ts';

/** Messages of one statement at most: it bounds the time that the organization's log stays locked. */
const MAX_BATCH = 200;

/** The organization's state changed after the message was checked by it: check again. */
export const STALE_STATE = Symbol('stale');

/** The log's events of written messages, as the statement appended them. */
export function writtenEvents(
  messages: readonly ComposedMessage[],
  rows: readonly WrittenMessageRow[],
  at: Date,
): AppendedEvent[] {
  return rows.map(({ n, id, event_id }) => {
    const composed = messages[n - 1]!;
    const { organizationId, audience } = composed;
    // A widget has the ID of its message.
    const submessages = composed.message.submessages.map((widget) => ({ ...widget, id, message_id: id }));
    const payload = { ...eventOf(composed), message: { ...composed.message, id, submessages } };
    return { ...chatEvent(organizationId, audience, payload, { state: false }), id: event_id, at };
  });
}

/** Writes messages of one organization in one statement; none when the state has changed since one was checked. */
async function writeBatch(
  { database, clock }: Services,
  messages: readonly ComposedMessage[],
): Promise<(number | typeof STALE_STATE)[]> {
  const asOf = Math.min(...messages.map((composed) => composed.asOf));
  const now = clock.now();
  const { organizationId } = messages[0]!;
  const rows = await database.statement(writeMessages(messages, asOf, now), { organizationId, takesLog: true });
  if (rows.length > 0) database.committed({ events: writtenEvents(messages, rows, now), jobs: [] });
  return messages.map((_, index) => rows[index]?.id ?? STALE_STATE);
}

/**
 * The one writer of a running program: a second one would not share its commits. It gives the new message's ID, or
 * `STALE_STATE`.
 */
export const messageWriter = perServices(
  (services) =>
    new GroupCommit<ComposedMessage, number | typeof STALE_STATE>({
      keyOf: ({ organizationId }) => organizationId,
      choose: (waiting) => firstOf(waiting, MAX_BATCH),
      writeAll: (batch) => writeBatch(services, batch),
      writeOne: async (composed) => (await writeBatch(services, [composed]))[0]!,
    }),
);
