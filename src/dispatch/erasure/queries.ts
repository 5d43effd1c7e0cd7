import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Rows of one transaction. */
const ERASED_AT_ONCE = 500;

/** Roles of a person in deliveries: IDs of a worker, an administrator and recipients. */
export interface DispatchSelf {
  workerIds: string[];
  administratorIds: string[];
  recipientIds: string[];
}

/** Whoever has one of these numbers or addresses, IDs, or is one of these people, and is not forgotten already. */
export async function findDispatchSelf(
  reader: Reader,
  by: { ids: readonly string[]; personIds: readonly string[]; emails: readonly string[]; phones: readonly string[] },
): Promise<DispatchSelf> {
  const { organizationId } = reader;

  const row = await reader.first(sql<DispatchSelf>`
    select array(select id from dispatch.workers where organization_id = ${organizationId}
        and (id = any(${by.ids}::text[]) or person_id = any(${by.personIds}::text[]) or phone = any(${by.phones}::text[]))
        order by id) as "workerIds",
      array(select id from dispatch.administrators where organization_id = ${organizationId}
        and (id = any(${by.ids}::text[]) or person_id = any(${by.personIds}::text[])
          or email_key = any(${by.emails}::text[]))
        order by id) as "administratorIds",
      array(select id from dispatch.recipients where organization_id = ${organizationId}
        and phone <> 'deleted ' || id
        and (id = any(${by.ids}::text[]) or phone = any(${by.phones}::text[])) order by id) as "recipientIds"`);
  return row!;
}

/** Takes from some tasks of recipients what was said of and by them. @returns how many */
export function emptySomeTasks(tx: Tx, recipientIds: readonly string[]): Promise<number> {
  const { organizationId } = tx;

  return tx.run(sql`
    update dispatch.tasks as t set modified_at = ${tx.now}, version = t.version + 1, recipient_name = null,
      recipient_notes = null, recipient_message = null,
      feedback = coalesce((select jsonb_agg(f || '{"comments": ""}') from jsonb_array_elements(t.feedback) f), '[]')
    where t.organization_id = ${organizationId} and t.id in (
      select id from dispatch.tasks
      where organization_id = ${organizationId} and recipient_id = any(${recipientIds}::text[])
        and (recipient_name is not null or recipient_notes is not null or recipient_message is not null
          or exists (select from jsonb_array_elements(feedback) f where f->>'comments' <> ''))
      order by id limit ${ERASED_AT_ONCE})`);
}

/** Takes the notes from destinations that only tasks of these recipients go to. @returns how many */
export function emptySomeDestinations(tx: Tx, recipientIds: readonly string[]): Promise<number> {
  const { organizationId } = tx;

  return tx.run(sql`
    update dispatch.destinations set notes = '', modified_at = ${tx.now}
    where organization_id = ${organizationId} and notes <> '' and id in (
      select t.destination_id from dispatch.tasks t
      where t.organization_id = ${organizationId} and t.recipient_id = any(${recipientIds}::text[])
        and not exists (select from dispatch.tasks o
          where o.organization_id = t.organization_id and o.destination_id = t.destination_id
            and (o.recipient_id is null or o.recipient_id <> all(${recipientIds}::text[])))
        and exists (select from dispatch.destinations d
          where d.organization_id = t.organization_id and d.id = t.destination_id and d.notes <> '')
      limit ${ERASED_AT_ONCE})`);
}

/** Deletes some bodies that wait for webhooks and name one of these. @returns how many */
export function deleteSomeDeliveries(tx: Tx, ids: readonly string[]): Promise<number> {
  const { organizationId } = tx;

  return tx.run(sql`
    delete from dispatch.webhook_deliveries where organization_id = ${organizationId} and (webhook_id, event_id) in (
      select webhook_id, event_id from dispatch.webhook_deliveries
      where organization_id = ${organizationId} and body ~ any(${ids}::text[]) limit ${ERASED_AT_ONCE})`);
}

/** Batches of tasks that were asked for and wait, or are done, keep what they were asked for: of those with the recipient, no more. */
export function deleteSomeBatches(tx: Tx, phones: readonly string[]): Promise<number> {
  const { organizationId } = tx;

  return tx.run(sql`
    delete from dispatch.task_batches where organization_id = ${organizationId} and id in (
      select id from dispatch.task_batches
      where organization_id = ${organizationId} and finished_at is not null
        and exists (select from unnest(${phones}::text[]) p where position(p in tasks::text) > 0)
      limit ${ERASED_AT_ONCE})`);
}
