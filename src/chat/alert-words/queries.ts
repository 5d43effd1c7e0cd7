import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { AlertWord } from './matcher.ts';

/** A person's words, as they wrote them. */
export async function loadAlertWordsOf(reader: Reader, organizationId: string, userId: number): Promise<string[]> {
  const rows = await reader.all(sql<{ word: string }>`
    select word from chat.alert_words
    where organization_id = ${organizationId} and user_id = ${userId} order by folded`);
  return rows.map(({ word }) => word);
}

/** The words of everybody; to the deactivated no message comes. */
export function loadAlertWords(reader: Reader, organizationId: string): Promise<AlertWord[]> {
  return reader.all(sql<AlertWord>`
    select folded, array_agg(user_id order by user_id) as "userIds"
    from chat.alert_words where organization_id = ${organizationId} group by folded`);
}

/** Gives the number of those that were not there. */
export function insertAlertWords(
  tx: Tx,
  organizationId: string,
  userId: number,
  words: readonly { word: string; folded: string }[],
): Promise<number> {
  return tx.run(sql`
    insert into chat.alert_words (organization_id, user_id, folded, word)
    select ${organizationId}, ${userId}, folded, word
    from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as given (folded text, word text) order by folded
    on conflict do nothing`);
}

/** Gives the number of those that were there. */
export function deleteAlertWords(
  tx: Tx,
  organizationId: string,
  userId: number,
  folded: readonly string[],
): Promise<number> {
  return tx.run(sql`
    delete from chat.alert_words
    where organization_id = ${organizationId} and user_id = ${userId} and folded = any(${folded}::text[])`);
}
