import type { Reader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';

/** An SMS or e-mail to a person. */
export interface OutboundMessage {
  organizationId: string;
  channel: 'sms' | 'email';
  /** Phone number in E.164 form, or e-mail address. */
  recipient: string;
  /** E-mail only. */
  subject?: string;
  body: string;
}

/** A message in the outbox. */
export interface StoredMessage {
  id: number;
  channel: 'sms' | 'email';
  recipient: string;
  subject: string | null;
  body: string;
  createdAt: Date;
  sentAt: Date | null;
}

/**
 * Sends a message if and only if the transaction commits: it is written to the outbox, from where an adapter that
 * delivers takes it. Without one the outbox itself is the delivery, and `hubbub outbox` shows it.
 */
export async function doQueueOutbound(tx: Tx, message: OutboundMessage): Promise<void> {
  await tx.run(sql`
    insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at)
    values (${message.organizationId}, ${message.channel}, ${message.recipient}, ${message.subject ?? null}, ${message.body}, ${tx.now})`);
}

/** The organization's newest messages, newest first. */
export function listOutbox(reader: Reader, organizationId: string, limit = 100): Promise<StoredMessage[]> {
  return reader.all(sql<StoredMessage>`
    select id, channel, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt"
    from platform.outbox where organization_id = ${organizationId} order by id desc limit ${limit}`);
}
