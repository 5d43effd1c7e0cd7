import type { PlainReader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { PlainTx, Tx } from '../../../platform/db/tx.ts';

export interface OrganizationToIndexRow {
  id: string;
  language: string;
}

/** Organizations that have messages not yet prepared, or prepared in another language than is theirs now. Those that move come prepared. */
export function organizationsToIndex(reader: PlainReader): Promise<OrganizationToIndexRow[]> {
  return reader.all(sql<OrganizationToIndexRow>`
    select o.id, o.language from platform.organizations o
    join platform.log_heads h on h.organization_id = o.id
    left join chat.search_progress p on p.organization_id = o.id
    where (h.message_id > coalesce(p.message_id, 0) or p.language <> o.language
        or exists (select from chat.search_stale s where s.organization_id = o.id))
      and not exists (select from platform.organization_moves m where m.id = o.id and m.state in ('copying', 'fenced'))`);
}

/** Makes the index of an organization ready to go on; a new language begins anew. */
export async function startIndex(tx: PlainTx, { id, language }: OrganizationToIndexRow): Promise<void> {
  const [before] = await tx.all(sql<{ language: string }>`
    select language from chat.search_progress where organization_id = ${id} for update`);
  if (before?.language === language) return;
  if (before) await tx.run(sql`delete from chat.message_search where organization_id = ${id}`);
  await tx.run(sql`
    insert into chat.search_progress (organization_id, message_id, language) values (${id}, 0, ${language})
    on conflict (organization_id) do update set message_id = 0, language = excluded.language`);
}

/** Prepares the oldest messages that are not yet; gives their number. */
export async function indexNextMessages(tx: Tx, limit: number): Promise<number> {
  const { organizationId } = tx;

  const row = await tx.first(sql<{ done: number }>`
    with progress as materialized (
      select message_id, language from chat.search_progress where organization_id = ${organizationId} for update),
    -- Locked, so that what is read is the newest text, and an edit that comes now waits and then finds the document
    -- that it has to throw away.
    next as materialized (
      select m.id, m.plain_text, m.topic from chat.messages m
      where m.organization_id = ${organizationId} and m.id > (select message_id from progress)
      order by m.id limit ${limit} for share),
    prepared as (
      insert into chat.message_search (organization_id, message_id, document)
      select ${organizationId}, id, chat.search_document(progress.language, plain_text, topic) from next, progress
      on conflict (organization_id, message_id) do update set document = excluded.document),
    moved as (
      update chat.search_progress set message_id = (select max(id) from next)
      where organization_id = ${organizationId} and exists (select from next))
    select count(*) as done from next`);
  return row!.done;
}

/** Prepares messages that were changed; gives their number. */
export async function indexStaleMessages(tx: Tx, limit: number): Promise<number> {
  const { organizationId } = tx;

  const stale = await tx.all(sql<{ message_id: number }>`
    delete from chat.search_stale where (organization_id, message_id) in (
      select organization_id, message_id from chat.search_stale where organization_id = ${organizationId}
      order by message_id limit ${limit} for update skip locked)
    returning message_id`);
  if (stale.length === 0) return 0;
  await tx.run(sql`
    insert into chat.message_search (organization_id, message_id, document)
    select m.organization_id, m.id, chat.search_document(p.language, m.plain_text, m.topic)
    from chat.messages m join chat.search_progress p using (organization_id)
    where m.organization_id = ${organizationId} and m.id = any(${stale.map((row) => row.message_id)}::bigint[])
      and m.id <= p.message_id
    for share of m
    on conflict (organization_id, message_id) do update set document = excluded.document`);
  return stale.length;
}
