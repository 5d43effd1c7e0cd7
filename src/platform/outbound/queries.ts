import { sql } from '../db/sql.ts';
import type { TablePart } from '../db/table-part.ts';
import type { PlainTx } from '../db/tx.ts';
import type { OutboundChannel, OutboundState } from './outbox.ts';

/** A message that is to be sent, with all that the rules of sending look at. */
export interface PendingMessageRow {
  organizationId: string;
  id: number;
  channel: OutboundChannel;
  state: OutboundState;
  recipient: string;
  subject: string | null;
  body: string;
  reference: string;
  thread: string | null;
  unsubscribeUrl: string | null;
  sealedReplyTo: Buffer | null;
  sealedPin: Buffer | null;
  attempts: number;
  expiresAt: Date;
  ignoresQuietHours: boolean;
  timezone: string;
  /** The organization's own number. */
  number: string | null;
  quietFrom: number | null;
  quietTo: number | null;
  dailyLimit: number | null;
  /** Whether the person does not want to be written to by this organization, or from this number. */
  isOptedOut: boolean;
}

/**
 * Locks a message that is not done with.
 * @param sharedNumber the number of organizations without one of their own
 */
export function lockPending(
  tx: PlainTx,
  organizationId: string,
  id: number,
  sharedNumber: string | null,
): Promise<PendingMessageRow | undefined> {
  return tx.first(sql<PendingMessageRow>`
    select m.organization_id as "organizationId", m.id, m.channel, m.state, m.recipient, m.subject, m.body, m.reference,
      m.thread, m.unsubscribe_url as "unsubscribeUrl", m.sealed_reply_to as "sealedReplyTo",
      m.sealed_pin as "sealedPin", m.attempts,
      m.expires_at as "expiresAt", m.ignores_quiet_hours as "ignoresQuietHours", o.timezone, s.number,
      s.quiet_from as "quietFrom", s.quiet_to as "quietTo", s.daily_limit as "dailyLimit",
      m.channel = 'sms' and (
        exists (select from platform.sms_opt_outs x where x.organization_id = m.organization_id and x.phone = m.recipient)
        or exists (select from platform.sms_opt_outs x
          where x.number = coalesce(s.number, ${sharedNumber}::text) and x.phone = m.recipient)) as "isOptedOut"
    from platform.outbox m join platform.organizations o on o.id = m.organization_id
      left join platform.sms_settings s on s.organization_id = m.organization_id
    where m.organization_id = ${organizationId} and m.id = ${id} and m.state in ('queued', 'sending')
    for update of m`);
}

/** Fields of a message that change while it is sent. */
export interface Progress {
  state: OutboundState;
  detail?: string | null;
  provider?: string;
  providerId?: string;
  sender?: string | null;
  segments?: number;
  dueAt?: Date;
  /** Whether this begins an attempt. */
  isAttempt?: boolean;
}

/** Notes how far a message is; what is not given stays. A receipt that came before the provider's answer wins. */
export async function saveProgress(
  tx: PlainTx,
  { organizationId, id }: Pick<PendingMessageRow, 'organizationId' | 'id'>,
  progress: Progress,
): Promise<void> {
  const isSent = progress.state === 'sent' || progress.state === 'stored';
  await tx.run(sql`
    update platform.outbox set state = ${progress.state}, detail = ${progress.detail ?? null},
      provider = coalesce(${progress.provider ?? null}::text, provider),
      provider_id = coalesce(${progress.providerId ?? null}::text, provider_id),
      sender = coalesce(${progress.sender ?? null}::text, sender),
      segments = coalesce(${progress.segments ?? null}::int, segments),
      due_at = coalesce(${progress.dueAt ?? null}::timestamptz, due_at),
      attempts = attempts + ${progress.isAttempt ? 1 : 0}::int, changed_at = ${tx.now},
      sent_at = case when ${isSent}::boolean then ${tx.now}::timestamptz else sent_at end
    where organization_id = ${organizationId} and id = ${id} and state in ('queued', 'sending', 'unknown')`);
}

/** Counts an SMS for its day, unless the day has had `most`; gives whether there was room. */
export async function countSms(
  tx: PlainTx,
  organizationId: string,
  day: string,
  segments: number,
  most: number,
): Promise<boolean> {
  const counted = await tx.run(sql`
    insert into platform.sms_days as d (organization_id, day, messages, segments)
    values (${organizationId}, ${day}, 1, ${segments})
    on conflict (organization_id, day) do update set messages = d.messages + 1, segments = d.segments + excluded.segments
    where d.messages < ${most}::int`);
  return counted > 0;
}

/** Messages whose job was lost: due, or under way, since before the given time. */
export function listOverdue(
  tx: PlainTx,
  before: Date,
  limit: number,
): Promise<{ organizationId: string; id: number }[]> {
  return tx.all(sql<{ organizationId: string; id: number }>`
    update platform.outbox set due_at = ${tx.now}
    where (organization_id, id) in (
      select organization_id, id from platform.outbox
      where state in ('queued', 'sending') and due_at < ${before}
        and organization_id in (select id from platform.open_organizations) order by due_at limit ${limit} for update skip locked)
    returning organization_id as "organizationId", id`);
}

export function deleteOldOutbound(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.outbox
    where ctid >= ${from}::tid and ctid < ${upTo}::tid and created_at < ${before} and state not in ('queued', 'sending')`);
}

export function deleteOldInbound(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.sms_inbound where ctid >= ${from}::tid and ctid < ${upTo}::tid and received_at < ${before}`);
}

export function deleteOldSmsDays(tx: PlainTx, before: Date, { from, upTo }: TablePart): Promise<number> {
  return tx.run(sql`
    delete from platform.sms_days where ctid >= ${from}::tid and ctid < ${upTo}::tid and day < ${before}::timestamptz::date`);
}
