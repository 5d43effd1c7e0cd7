import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';
import { randomText } from '../ids.ts';

/** Queue of the job that sends. */
export const OUTBOUND_QUEUE = 'outbound';

export type OutboundChannel = 'sms' | 'email';

/**
 * State of a message: `stored` only exists here because there is no provider; `sent` was accepted by the provider;
 * `unknown` may have been (it is not sent again); `skipped` was not to be sent.
 */
export type OutboundState = 'queued' | 'sending' | 'sent' | 'delivered' | 'failed' | 'unknown' | 'skipped' | 'stored';

/** An SMS or e-mail to a person. */
export interface OutboundMessage {
  organizationId: string;
  channel: OutboundChannel;
  /** Phone number in E.164 form, or e-mail address. */
  recipient: string;
  /** E-mail only. */
  subject?: string;
  body: string;
  /** E-mail only: names what it belongs to; mail programs show those of one name together. */
  thread?: string;
  /** E-mail only: where a POST ends such e-mails, without sign-in (RFC 8058). */
  unsubscribeUrl?: string;
  /** E-mail only: the address that an answer goes to, sealed (`SecretBox`); the sender's unless given. */
  sealedReplyTo?: Buffer;
  /** Reason for the message: of several for the same reason, only the first is stored. */
  eventKey?: string;
  /** Time at which the message is of no use any more; by default in one day. */
  expiresAt?: Date;
  /** SMS only: goes out at night too. */
  ignoresQuietHours?: boolean;
  /** SMS only: what stands in the place of `{pin}` when it is sent, sealed. */
  sealedPin?: Buffer;
}

/** A message in the outbox. */
export interface StoredMessage {
  id: number;
  channel: OutboundChannel;
  state: OutboundState;
  recipient: string;
  sender: string | null;
  subject: string | null;
  body: string;
  segments: number | null;
  attempts: number;
  detail: string | null;
  createdAt: Date;
  sentAt: Date | null;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Sends a message if and only if the transaction commits: it is written to the outbox, from where a job hands it to the
 * provider of its channel. Without one the outbox itself is the delivery, and `hubbub outbox` shows it.
 * @returns false when there is one already that was written for the same
 */
export async function doQueueOutbound(tx: PlainTx, message: OutboundMessage): Promise<boolean> {
  return (await doQueueAllOutbound(tx, [message])) > 0;
}

/**
 * As {@link doQueueOutbound}, for several messages in one statement.
 * @returns how many are new
 */
export async function doQueueAllOutbound(tx: PlainTx, messages: readonly OutboundMessage[]): Promise<number> {
  const written = await doWriteOutbound(tx, messages);
  for (const data of written) tx.enqueue({ queue: OUTBOUND_QUEUE, data });
  return written.length;
}

/** Writes messages to the outbox without a job: for who hands them over by themselves (`deliverOutbound`). */
export async function doWriteOutbound(
  tx: PlainTx,
  messages: readonly OutboundMessage[],
): Promise<{ organizationId: string; id: number }[]> {
  const values = messages.map((message) => ({
    ...message,
    reference: randomText(22),
    expiresAt: message.expiresAt ?? new Date(tx.now.getTime() + DAY_MS),
    ignoresQuietHours: message.ignoresQuietHours ?? false,
    sealedReplyTo: message.sealedReplyTo && `\\x${message.sealedReplyTo.toString('hex')}`,
    sealedPin: message.sealedPin && `\\x${message.sealedPin.toString('hex')}`,
  }));
  return tx.all(sql<{ organizationId: string; id: number }>`
    insert into platform.outbox (organization_id, channel, recipient, subject, body, created_at, state, event_key,
      reference, expires_at, ignores_quiet_hours, due_at, changed_at, thread, unsubscribe_url, sealed_reply_to,
      sealed_pin)
    select m."organizationId", m.channel, m.recipient, m.subject, m.body, ${tx.now}, 'queued', m."eventKey", m.reference,
      m."expiresAt", m."ignoresQuietHours", ${tx.now}, ${tx.now}, m.thread, m."unsubscribeUrl",
      m."sealedReplyTo", m."sealedPin"
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as m ("organizationId" text, channel text, recipient text,
      subject text, body text, "eventKey" text, reference text, "expiresAt" timestamptz, "ignoresQuietHours" boolean,
      thread text, "unsubscribeUrl" text, "sealedReplyTo" bytea, "sealedPin" bytea)
    on conflict (organization_id, channel, event_key) where event_key is not null do nothing
    returning organization_id as "organizationId", id`);
}

const storedColumns = sql`
  id, channel, state, recipient, sender, subject, body, segments, attempts, detail, created_at as "createdAt",
  sent_at as "sentAt"`;

/** One message, as it stands. */
export function findOutbound(
  reader: PlainReader,
  organizationId: string,
  id: number,
): Promise<StoredMessage | undefined> {
  return reader.first(sql<StoredMessage>`
    select ${storedColumns} from platform.outbox where organization_id = ${organizationId} and id = ${id}`);
}

/** The organization's newest messages, newest first. */
export function listOutbox(reader: PlainReader, organizationId: string, limit = 100): Promise<StoredMessage[]> {
  return reader.all(sql<StoredMessage>`
    select ${storedColumns} from platform.outbox where organization_id = ${organizationId} order by id desc limit ${limit}`);
}

/** The same from below an ID on, null from the newest, without what is written in them. */
export function loadOutboxPage(
  reader: PlainReader,
  organizationId: string,
  before: number | null,
  limit: number,
): Promise<Omit<StoredMessage, 'body' | 'sender' | 'segments'>[]> {
  return reader.all(sql<Omit<StoredMessage, 'body' | 'sender' | 'segments'>>`
    select id, channel, state, recipient, subject, attempts, detail, created_at as "createdAt", sent_at as "sentAt"
    from platform.outbox
    where organization_id = ${organizationId} and (${before}::bigint is null or id < ${before}::bigint)
    order by id desc limit ${limit}`);
}
