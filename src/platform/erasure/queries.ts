import type { PlainReader } from '../db/reader.ts';
import { sql } from '../db/sql.ts';
import type { PlainTx } from '../db/tx.ts';

/** An erasure that is under way. */
export interface ErasureRow {
  organizationId: string;
  id: string;
  sealed: Buffer;
}

export async function insertErasure(tx: PlainTx, { organizationId, id, sealed }: ErasureRow): Promise<void> {
  await tx.run(sql`
    insert into platform.erasures (organization_id, id, begun_at, sealed)
    values (${organizationId}, ${id}, ${tx.now}, ${sealed})`);
}

/** Erasures of one organization, or of all that are open, that were begun before a time. */
export function loadErasures(reader: PlainReader, organizationId: string | null, before: Date): Promise<ErasureRow[]> {
  return reader.all(sql<ErasureRow>`
    select organization_id as "organizationId", id, sealed from platform.erasures
    where case when ${organizationId}::text is null then organization_id in (select id from platform.open_organizations)
        else organization_id = ${organizationId} end
      and begun_at <= ${before}
    order by begun_at, id`);
}

/** @returns whether it was under way until now */
export async function deleteErasure(tx: PlainTx, { organizationId, id }: Pick<ErasureRow, 'organizationId' | 'id'>) {
  return (
    (await tx.run(sql`delete from platform.erasures where organization_id = ${organizationId} and id = ${id}`)) > 0
  );
}

/** Deletes keys, browsers and devices, with what hangs on them; they are revoked before. */
export async function deleteCredentials(
  tx: PlainTx,
  organizationId: string,
  subjects: readonly string[],
): Promise<void> {
  await tx.run(sql`
    delete from platform.credentials
    where organization_id = ${organizationId} and kind || ' ' || subject = any(${subjects}::text[])`);
}

/** Deletes answers that were kept for whoever asks again. */
export async function deleteAnswersOf(tx: PlainTx, organizationId: string, callers: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from platform.idempotent_answers
    where organization_id = ${organizationId} and caller = any(${callers}::text[])`);
}

/** Deletes some SMS and e-mail to and from addresses and numbers. @returns how many */
export async function deleteSomeMail(
  tx: PlainTx,
  organizationId: string,
  to: readonly string[],
  limit: number,
): Promise<number> {
  return tx.run(sql`
    delete from platform.outbox where organization_id = ${organizationId} and id in (
      select id from platform.outbox
      where organization_id = ${organizationId} and lower(recipient) = any(${to}::text[]) limit ${limit})`);
}

/** Deletes what came from numbers, and what they wished. */
export async function deleteSmsOf(tx: PlainTx, organizationId: string, phones: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from platform.sms_inbound where organization_id = ${organizationId} and phone = any(${phones}::text[])`);
  await tx.run(sql`
    delete from platform.sms_opt_outs where organization_id = ${organizationId} and phone = any(${phones}::text[])`);
}

/** Has an organization whose address is one of these be reached at another owner's instead. */
export async function replaceContact(tx: PlainTx, organizationId: string, emails: readonly string[]): Promise<void> {
  await tx.run(sql`
    update platform.organizations o set email = coalesce((
      select p.email from platform.people p
      where p.organization_id = o.id and p.email_verified_at is not null and lower(p.email) <> all(${emails}::text[])
      order by p.created_at limit 1), '')
    where o.id = ${organizationId} and lower(o.email) = any(${emails}::text[])`);
}

/**
 * The audit log goes on saying what was done, and no longer by whom or to whom: `KIND ID` of each account. Who was not known, and
 * tried to be one of them, was perhaps they.
 */
export async function forgetNamesInAudit(
  tx: PlainTx,
  organizationId: string,
  accounts: readonly string[],
  label: string,
): Promise<void> {
  await tx.run(sql`
    update platform.audit_log set actor_name = ${label}, address = null, client = null
    where organization_id = ${organizationId} and actor_kind || ' ' || actor_id = any(${accounts}::text[])`);
  await tx.run(sql`
    update platform.audit_log set object_name = ${label}, details = '{}',
      address = case actor_kind when 'nobody' then null else address end,
      client = case actor_kind when 'nobody' then null else client end
    where organization_id = ${organizationId} and object_kind || ' ' || object_id = any(${accounts}::text[])`);
}

/** Deletes some events that every background reader has behind it, up to one. @returns how many */
export function deleteSomeEvents(tx: PlainTx, organizationId: string, before: number, limit: number): Promise<number> {
  return tx.run(sql`
    delete from platform.event_log where organization_id = ${organizationId} and id in (
      select e.id from platform.event_log e
      where e.organization_id = ${organizationId} and e.id < ${before}
        and e.id <= coalesce((select min(c.event_id) from platform.log_cursors c
          where c.organization_id = ${organizationId}), ${before}::bigint)
      order by e.id limit ${limit})`);
}
