import type { Reader } from '../../../platform/db/reader.ts';
import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { badRequest } from '../../http/errors.ts';
import { type FlagFacts, flagFacts } from '../fetch/reader-flags-of-page.ts';
import type { Message } from '../message.ts';
import { loadMessages } from '../message-loader.ts';
import { isReceivedIn, type MessageReader, type ReaderView, readerView } from './reader-view.ts';

/*
 * Who sees what, once and for all paths. The fragments judge a row `m` of chat.messages.
 *
 * They are CASE expressions with subqueries inside on purpose: PostgreSQL evaluates those for the rows that it
 * meets, and cannot turn them into joins, which would have it read whole histories and sort them. Of channels the IDs
 * come as ranges: most are next to each other, and then that costs a third of a hashed list.
 */

/** The person is one of the direct conversation's people. */
function takesPart({ organizationId, userId }: ReaderView): Sql {
  return sql`m.recipient_id in (
    select d.recipient_id from chat.direct_conversation_members d
    where d.organization_id = ${organizationId} and d.user_id = ${userId})`;
}

/** The person was subscribed when the message came, or wrote it. */
function cameToReader({ organizationId, userId }: ReaderView): Sql {
  return sql`m.sender_id = ${userId} or coalesce((
    select true from chat.subscription_periods p
    where p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.user_id = ${userId}
      and p.after_message_id < m.id and (p.until_message_id is null or m.id <= p.until_message_id) limit 1), false)`;
}

/**
 * The person may see the message: a direct message among its people; a channel message when the whole channel is open
 * to the person (`ReaderView.open`), or when it came to the person while subscribed, or is the person's own.
 */
export function isVisible(view: ReaderView): Sql {
  return sql`(case when m.channel_id is null then ${takesPart(view)}
    when m.channel_id <@ ${view.openIds}::int8multirange then true else ${cameToReader(view)} end)`;
}

/**
 * The message belongs to the person's own history: it came to them, or is theirs. Implies `isVisible`.
 * Of most messages the channels that the person is in say so already, without a look at the periods.
 */
export function isReceived(view: ReaderView): Sql {
  return sql`(case when m.channel_id is null then ${takesPart(view)}
    when m.id > ${view.settledAfter} and m.channel_id <@ ${view.settledIds}::int8multirange then true
    else ${cameToReader(view)} end)`;
}

/**
 * The same of a message at hand: whether it came to the person (`isReceived`), or is the person's to see
 * (`isVisible`), where it is now. It may have been moved since it was selected.
 */
export function isStill(
  scope: 'received' | 'visible',
  view: ReaderView,
  { id, channelId, senderId, userIds }: FlagFacts,
): boolean {
  if (channelId === null) return userIds.includes(view.userId);
  if (senderId === view.userId) return true;
  if (scope === 'visible' && view.open.has(channelId)) return true;
  const channel = view.channels.get(channelId);
  return channel !== undefined && isReceivedIn(channel, id);
}

/**
 * The message is unread: it came in the present subscription or as a direct message, was not read by its sender
 * from the start, and is in none of the ranges that were marked read.
 * spec: chat 3: unread messages must be in channels the user is subscribed to.
 */
export function isUnread(view: ReaderView): Sql {
  const { organizationId, userId } = view;
  return sql`(not (m.sender_id = ${userId} and m.read_by_sender)
    and (case when m.channel_id is null then ${takesPart(view)} else coalesce((
      select p.after_message_id < m.id from chat.subscription_periods p
      where p.organization_id = ${organizationId} and p.channel_id = m.channel_id and p.user_id = ${userId}
        and p.until_message_id is null order by p.after_event_id desc limit 1), false) end)
    and not coalesce((
      select r.ranges @> m.id from chat.read_ranges r
      where r.organization_id = ${organizationId} and r.user_id = ${userId} and r.recipient_id = m.recipient_id), false))`;
}

/**
 * A message that the caller may see; one that they may not is as if it were not there.
 * @throws {ChatError} `BAD_REQUEST` "Invalid message(s)"
 */
export async function accessMessage(
  reader: Reader,
  facts: FactSource,
  caller: MessageReader,
  id: number,
): Promise<Message> {
  const view = await readerView(facts, caller);
  const [message] = await loadMessages(reader, facts, caller.organizationId, [id]);
  // Judged as it was loaded: between two statements it could be moved out of sight, or deleted.
  if (!message || !isStill('visible', view, flagFacts(message))) throw badRequest('Invalid message(s)');
  return message;
}
