import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { isVisible } from '../reading/fragments.ts';
import type { ReaderView } from '../reading/view.ts';

/** The conversation in which a message is now, if the person may see the message. */
export function findConversationOfMessage(
  reader: Reader,
  view: ReaderView,
  id: number,
): Promise<{ channelId: number | null; recipientId: number; topic: string } | undefined> {
  return reader.first(sql<{ channelId: number | null; recipientId: number; topic: string }>`
    select m.channel_id as "channelId", m.recipient_id as "recipientId", m.topic from chat.messages m
    where m.organization_id = ${view.organizationId} and m.id = ${id} and ${isVisible(view)}`);
}
