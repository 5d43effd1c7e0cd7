import type { PlainReader } from '../../db/reader.ts';
import { sql } from '../../db/sql.ts';
import type { PlainTx } from '../../db/tx.ts';
import type { InboundSms, Receipt } from './inbound.ts';

/** Time for which an answer to a shared number is attributed to the last sender. */
const CONVERSATION_MS = 72 * 3_600_000;

/**
 * The organization that a message is for: the one whose number it came to; at a number that organizations share, the one
 * that wrote to this person last within 72 hours. What is an answer to one that is shut is nobody's, least of all another's.
 * @param ever the last that is not shut, also when that is longer ago: for words that concern the number
 */
export async function addresseeOf(
  tx: PlainTx,
  { from, to }: Pick<InboundSms, 'from' | 'to'>,
  ever: boolean,
): Promise<string | undefined> {
  const owner = await tx.first(sql<{ organizationId: string }>`
    select organization_id as "organizationId" from platform.sms_settings
    where number = ${to} and organization_id in (select id from platform.open_organizations)`);
  if (owner) return owner.organizationId;
  const since = ever ? new Date(0) : new Date(tx.now.getTime() - CONVERSATION_MS);
  const last = await tx.first(sql<{ organizationId: string; isOpen: boolean }>`
    select organization_id as "organizationId",
      organization_id in (select id from platform.open_organizations) as "isOpen"
    from platform.outbox
    where sender = ${to} and recipient = ${from} and state in ('sent', 'delivered', 'unknown') and changed_at >= ${since}
      and (not ${ever}::boolean or organization_id in (select id from platform.open_organizations))
    order by changed_at desc limit 1`);
  return last?.isOpen ? last.organizationId : undefined;
}

/** Keeps a message that came in; false when it is known already (providers repeat what was not answered in time). */
export async function insertInbound(tx: PlainTx, organizationId: string, sms: InboundSms): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into platform.sms_inbound (organization_id, provider, provider_id, number, phone, body, received_at)
    values (${organizationId}, ${sms.provider}, ${sms.providerId}, ${sms.to}, ${sms.from}, ${sms.body}, ${tx.now})
    on conflict do nothing`);
  return inserted > 0;
}

/** Notes that a person does not want to be written to; false when that is known. */
export async function insertOptOut(
  tx: PlainTx,
  organizationId: string,
  phone: string,
  number: string,
): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into platform.sms_opt_outs (organization_id, phone, number, at)
    values (${organizationId}, ${phone}, ${number}, ${tx.now}) on conflict do nothing`);
  return inserted > 0;
}

/** Notes that a person wants to be written to again, by the organization and from the number that was answered. */
export async function deleteOptOuts(tx: PlainTx, organizationId: string, phone: string, number: string): Promise<void> {
  await tx.run(sql`
    delete from platform.sms_opt_outs
    where phone = ${phone} and (organization_id = ${organizationId} or number = ${number})`);
}

/** Whether a person does not want SMS of this organization. */
export async function hasOptedOut(reader: PlainReader, organizationId: string, phone: string): Promise<boolean> {
  const row = await reader.first(sql`
    select from platform.sms_opt_outs where organization_id = ${organizationId} and phone = ${phone}`);
  return row !== undefined;
}

/** Notes what a provider tells of a message; receipts come in any order, and what is final stays. */
export async function saveReceipt(tx: PlainTx, { reference, state, detail }: Receipt): Promise<void> {
  await tx.run(sql`
    update platform.outbox set state = ${state}, detail = ${detail}, changed_at = ${tx.now},
      sent_at = coalesce(sent_at, case when ${state} = 'failed' then null else ${tx.now}::timestamptz end)
    where reference = ${reference} and channel = 'sms'
      and (state in ('queued', 'sending', 'unknown') or (state = 'sent' and ${state} <> 'sent'))`);
}
