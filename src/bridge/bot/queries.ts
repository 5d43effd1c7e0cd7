import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Something that the bot is going to do in a task's topic. */
export interface NewPost {
  taskId: string;
  kind: 'say' | 'resolve';
  /** First message, used if the topic has no message yet. */
  opening: string;
  text: string;
}

export interface PostRow extends NewPost {
  id: number;
}

/** Appends to what the bot is going to do, in this order. */
export async function insertPosts(tx: Tx, posts: readonly NewPost[]): Promise<void> {
  const rows = posts.map((post, n) => ({ n, ...post }));
  await tx.run(sql`
    insert into bridge.posts (organization_id, task_id, kind, opening, text)
    select ${tx.organizationId}, given."taskId", given.kind, given.opening, given.text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (n int, "taskId" text, kind text, opening text, text text)
    order by given.n`);
}

/** Organizations for which the bot has something to do. */
export async function organizationsWithPosts(reader: Reader, _now: Date, limit: number): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select organization_id as id from bridge.posts
    where organization_id in (select id from platform.open_organizations)
    group by organization_id order by min(id) limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Up to which of the next posts a transaction goes, and whether one of these moves messages. */
export async function nextPosts(
  reader: Reader,
  limit: number,
): Promise<{ upto: number | null; moves: boolean | null } | undefined> {
  return reader.first(sql<{ upto: number | null; moves: boolean | null }>`
    select max(id) as upto, bool_or(kind <> 'say') as moves from (
      select id, kind from bridge.posts where organization_id = ${reader.organizationId} order by id limit ${limit}) as next`);
}

/** Loads the pending posts up to one. */
export function loadPosts(reader: Reader, upto: number): Promise<PostRow[]> {
  return reader.all(sql<PostRow>`
    select id, task_id as "taskId", kind, opening, text from bridge.posts
    where organization_id = ${reader.organizationId} and id <= ${upto} order by id`);
}

export async function deletePosts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    delete from bridge.posts where organization_id = ${tx.organizationId} and id = any(${ids}::bigint[])`);
}

/** Loads the names of administrators and workers. */
export function loadNames(reader: Reader, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { organizationId } = reader;

  return reader.all(sql<{ id: string; name: string }>`
    select id, name from dispatch.administrators where organization_id = ${organizationId} and id = any(${ids}::text[])
    union all
    select id, coalesce(nullif(display_name, ''), name) from dispatch.workers
    where organization_id = ${organizationId} and id = any(${ids}::text[])`);
}
