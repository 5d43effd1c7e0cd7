import type { Reader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { FactSource } from '../../../platform/events/facts.ts';
import { isVisible } from './fragments.ts';
import { type MessageReader, readerView } from './reader-view.ts';

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
