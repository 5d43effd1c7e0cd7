import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Owner of an address, and the sender and place of its messages. */
export interface MailAddressRow {
  organizationId: string;
  channelId: number;
  requesterId: number;
  /** 0: the organization's own bot. */
  senderId: number;
}

/** The token of an address; the given one where there is none yet. */
export async function ensureToken(tx: Tx, address: MailAddressRow, token: string): Promise<string> {
  const { organizationId, channelId, requesterId, senderId } = address;
  const row = await tx.first(sql<{ token: string }>`
    insert into chat.channel_mail_addresses as kept (organization_id, channel_id, requester_id, sender_id, token)
    values (${organizationId}, ${channelId}, ${requesterId}, ${senderId}, ${token})
    on conflict (organization_id, channel_id, requester_id, sender_id) do update set token = kept.token
    returning token`);
  return row!.token;
}

export function loadAddress(reader: PlainReader, token: string): Promise<MailAddressRow | undefined> {
  return reader.first(sql<MailAddressRow>`
    select organization_id as "organizationId", channel_id as "channelId", requester_id as "requesterId",
      sender_id as "senderId"
    from chat.channel_mail_addresses
    where token = ${token} and organization_id in (select id from platform.open_organizations)`);
}
