import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { FactSource } from '../../platform/events/facts.ts';
import { isUnread, isVisible } from './fragments.ts';
import { readerView } from './reader-view.ts';
import type { MessageReader } from './view.ts';

/** Whether a person may see any of the messages. */
export async function seesAnyOf(
  reader: Reader,
  facts: FactSource,
  person: MessageReader,
  ids: readonly number[],
): Promise<boolean> {
  if (ids.length === 0) return false;
  const view = await readerView(facts, person);
  const row = await reader.first(sql`
    select 1 from chat.messages m
    where m.organization_id = ${person.organizationId} and m.id = any(${ids}::bigint[]) and ${isVisible(view)} limit 1`);
  return row !== undefined;
}

/** A message's text without markup. */
export interface PlainMessage {
  id: number;
  text: string;
}

/** Returns the messages that a person may see and has not read, ascending. */
export async function unreadAmong(
  reader: Reader,
  facts: FactSource,
  person: MessageReader,
  ids: readonly number[],
): Promise<PlainMessage[]> {
  if (ids.length === 0) return [];
  const view = await readerView(facts, person);
  return reader.all(sql<PlainMessage>`
    select m.id, m.plain_text as text from chat.messages m
    where m.organization_id = ${person.organizationId} and m.id = any(${ids}::bigint[])
      and ${isVisible(view)} and ${isUnread(view)}
    order by m.id`);
}
