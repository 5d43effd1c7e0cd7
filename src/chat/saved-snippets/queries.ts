import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { SavedSnippet } from './saved-snippet.ts';

/** A person's snippets, the oldest first. */
export function loadSnippetsOf(reader: Reader, organizationId: string, userId: number): Promise<SavedSnippet[]> {
  return reader.all(sql<SavedSnippet>`
    select id, title, content, created_at as "createdAt" from chat.saved_snippets
    where organization_id = ${organizationId} and user_id = ${userId} order by id`);
}

export async function insertSnippet(
  tx: Tx,
  organizationId: string,
  userId: number,
  { title, content }: Pick<SavedSnippet, 'title' | 'content'>,
): Promise<SavedSnippet> {
  const row = await tx.first(sql<SavedSnippet>`
    insert into chat.saved_snippets (organization_id, user_id, title, content, created_at)
    values (${organizationId}, ${userId}, ${title}, ${content}, ${tx.now})
    returning id, title, content, created_at as "createdAt"`);
  return row!;
}

/** Undefined when the person has no such snippet. */
export function updateSnippet(
  tx: Tx,
  organizationId: string,
  userId: number,
  { id, title, content }: { id: number; title: string | undefined; content: string | undefined },
): Promise<SavedSnippet | undefined> {
  return tx.first(sql<SavedSnippet>`
    update chat.saved_snippets
    set title = coalesce(${title ?? null}::text, title), content = coalesce(${content ?? null}::text, content)
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}
    returning id, title, content, created_at as "createdAt"`);
}

export async function deleteSnippet(tx: Tx, organizationId: string, userId: number, id: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.saved_snippets
    where organization_id = ${organizationId} and user_id = ${userId} and id = ${id}`);
  return deleted > 0;
}
