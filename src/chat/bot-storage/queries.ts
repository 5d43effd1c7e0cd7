import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** Loads the stored values of an account by key. @param keys undefined: all */
export async function loadStorage(
  reader: Reader,
  userId: number,
  keys: readonly string[] | undefined,
): Promise<Record<string, string>> {
  const rows = await reader.all(sql<{ key: string; value: string }>`
    select key, value from chat.bot_storage
    where organization_id = ${reader.organizationId} and user_id = ${userId}
      and (${keys ?? null}::text[] is null or key = any(${keys ?? null}::text[])) order by key`);
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/** Lets no other request of the account write to its storage until the commit. */
export async function lockStorage(tx: Tx, userId: number): Promise<void> {
  await tx.run(sql`
    select from chat.users where organization_id = ${tx.organizationId} and id = ${userId} for no key update`);
}

export async function saveStorage(tx: Tx, userId: number, entries: Readonly<Record<string, string>>): Promise<void> {
  await tx.run(sql`
    insert into chat.bot_storage (organization_id, user_id, key, value)
    select ${tx.organizationId}, ${userId}, key, value
    from unnest(${Object.keys(entries)}::text[], ${Object.values(entries)}::text[]) as e (key, value)
    on conflict (organization_id, user_id, key) do update set value = excluded.value`);
}

/** Characters and entries that an account keeps. */
export async function measureStorage(reader: Reader, userId: number): Promise<{ characters: number; entries: number }> {
  const row = await reader.first(sql<{ characters: number; entries: number }>`
    select coalesce(sum(length(key) + length(value)), 0)::float8 as characters, count(*)::int as entries
    from chat.bot_storage where organization_id = ${reader.organizationId} and user_id = ${userId}`);
  return row!;
}

/** @param keys undefined: all */
export async function deleteStorage(tx: Tx, userId: number, keys: readonly string[] | undefined): Promise<number> {
  return tx.run(sql`
    delete from chat.bot_storage
    where organization_id = ${tx.organizationId} and user_id = ${userId}
      and (${keys ?? null}::text[] is null or key = any(${keys ?? null}::text[]))`);
}
