import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { PlaygroundRow } from './playground.ts';

export function loadPlaygrounds(reader: Reader, organizationId: string): Promise<PlaygroundRow[]> {
  return reader.all(sql<PlaygroundRow>`
    select id, name, language, url_template as "urlTemplate"
    from chat.playgrounds where organization_id = ${organizationId} order by id`);
}

export async function insertPlayground(
  tx: Tx,
  organizationId: string,
  { name, language, urlTemplate }: Omit<PlaygroundRow, 'id'>,
): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`
    insert into chat.playgrounds (organization_id, name, language, url_template)
    values (${organizationId}, ${name}, ${language}, ${urlTemplate}) returning id`);
  return row!.id;
}

/** False when there is none of that ID. */
export async function deletePlayground(tx: Tx, organizationId: string, id: number): Promise<boolean> {
  return (await tx.run(sql`delete from chat.playgrounds where organization_id = ${organizationId} and id = ${id}`)) > 0;
}
