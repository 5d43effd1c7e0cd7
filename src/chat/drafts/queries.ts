import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { Draft } from './draft.ts';

const columns = sql`id, type, recipient_ids as "recipientIds", topic, content, edited_at as "editedAt"`;

/** A person's drafts, the one that was edited last first. */
export function loadDraftsOf(reader: Reader, organizationId: string, userId: number): Promise<Draft[]> {
  return reader.all(sql<Draft>`
    select ${columns} from chat.drafts
    where organization_id = ${organizationId} and user_id = ${userId} order by edited_at desc, id desc`);
}

export async function countDraftsOf(reader: Reader, organizationId: string, userId: number): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*) from chat.drafts where organization_id = ${organizationId} and user_id = ${userId}`);
  return row!.count;
}

/** Gives them with their IDs, in the order given. */
export function insertDrafts(
  tx: Tx,
  organizationId: string,
  userId: number,
  drafts: readonly Omit<Draft, 'id'>[],
): Promise<Draft[]> {
  return tx.all(sql<Draft>`
    insert into chat.drafts (organization_id, user_id, type, recipient_ids, topic, content, edited_at)
    select ${organizationId}, ${userId}, type, array(select jsonb_array_elements_text("recipientIds")::bigint), topic,
      content, "editedAt"
    from jsonb_to_recordset(${JSON.stringify(drafts.map((draft, n) => ({ ...draft, n })))}::jsonb) as draft
      (n int, type text, "recipientIds" jsonb, topic text, content text, "editedAt" timestamptz)
    order by n
    returning ${columns}`);
}

/** Undefined when the person has no such draft. */
export function updateDraft(tx: Tx, organizationId: string, userId: number, draft: Draft): Promise<Draft | undefined> {
  return tx.first(sql<Draft>`
    update chat.drafts set type = ${draft.type}, recipient_ids = ${draft.recipientIds}::bigint[], topic = ${draft.topic},
      content = ${draft.content}, edited_at = ${draft.editedAt}
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${draft.id}
    returning ${columns}`);
}

/** Deletes one draft of a person, or all; gives the IDs of those that were there. */
export async function deleteDrafts(
  tx: Tx,
  organizationId: string,
  userId: number,
  id: number | 'all',
): Promise<number[]> {
  const rows = await tx.all(sql<{ id: number }>`
    delete from chat.drafts
    where organization_id = ${organizationId} and user_id = ${userId}
      and (${id === 'all'}::boolean or id = ${id === 'all' ? 0 : id})
    returning id`);
  return rows.map((row) => row.id).sort((a, b) => a - b);
}
