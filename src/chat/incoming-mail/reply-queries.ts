import type { PlainReader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { TablePart } from '../../platform/db/table-part.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** A person and the conversation in which they may answer by mail. */
export interface ReplyAddressRow {
  organizationId: string;
  userId: number;
  /** The person's e-mail when they were given the address. */
  sentTo: string;
  messageId: number;
  /** Null: a direct conversation. */
  channelId: number | null;
  topic: string;
  /** The people of a direct conversation, the person among them. */
  userIds: number[] | null;
}

/** Keeps addresses by the hashes of their tokens. */
export async function insertReplyAddresses(
  tx: Tx,
  addresses: readonly (ReplyAddressRow & { tokenHash: Buffer })[],
  expiresAt: Date,
): Promise<void> {
  const rows = addresses.map(({ tokenHash, ...address }) => ({ ...address, hash: tokenHash.toString('hex') }));
  await tx.run(sql`
    insert into chat.reply_addresses (organization_id, user_id, token_hash, sent_to, message_id, channel_id, topic, user_ids,
      expires_at)
    select a."organizationId", a."userId", decode(a.hash, 'hex'), a."sentTo", a."messageId", a."channelId", a.topic, a."userIds",
      ${expiresAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a ("organizationId" text, "userId" bigint, hash text,
      "sentTo" text, "messageId" bigint, "channelId" bigint, topic text, "userIds" bigint[])`);
}

export function loadReplyAddress(
  reader: PlainReader,
  tokenHash: Buffer,
  now: Date,
): Promise<ReplyAddressRow | undefined> {
  return reader.first(sql<ReplyAddressRow>`
    select organization_id as "organizationId", user_id as "userId", sent_to as "sentTo",
      message_id as "messageId", channel_id as "channelId", topic, user_ids as "userIds"
    from chat.reply_addresses 
    where token_hash = ${tokenHash} and expires_at > ${now}
      and organization_id in (select id from platform.open_organizations)`);
}

/** Deletes addresses that held no longer at a time. */
export function deleteExpiredReplyAddresses(tx: Tx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from chat.reply_addresses where ctid >= ${from}::tid and ctid < ${upTo}::tid and expires_at <= ${before}`);
}
