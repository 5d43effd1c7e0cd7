import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

/** Gives the new submessage's ID. */
export async function insertSubmessage(
  tx: Tx,
  given: { messageId: number; senderId: number; msgType: string; content: string },
): Promise<number> {
  const { organizationId } = tx;

  const row = await tx.first(sql<{ id: number }>`
    with marked as (
      update chat.messages set has_submessages = true
      where organization_id = ${organizationId} and id = ${given.messageId} and not has_submessages)
    insert into chat.submessages (organization_id, message_id, sender_id, msg_type, content)
    values (${organizationId}, ${given.messageId}, ${given.senderId}, ${given.msgType}, ${given.content})
    returning id`);
  return row!.id;
}
