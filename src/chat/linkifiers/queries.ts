import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { LinkifierRow } from './linkifier.ts';

/** In the order in which they are tried. */
export function loadLinkifiers(reader: Reader): Promise<LinkifierRow[]> {
  return reader.all(sql<LinkifierRow>`
    select id, pattern, url_template as "urlTemplate", example_input as "exampleInput",
      reverse_template as "reverseTemplate", alternative_url_templates as "alternativeUrlTemplates"
    from chat.linkifiers where organization_id = ${reader.organizationId} order by position, id`);
}

/** Puts one behind all others. */
export async function insertLinkifier(
  tx: Tx,
  { pattern, urlTemplate, exampleInput, reverseTemplate, alternativeUrlTemplates }: Omit<LinkifierRow, 'id'>,
): Promise<number> {
  const { organizationId } = tx;

  const row = await tx.first(sql<{ id: number }>`
    insert into chat.linkifiers (organization_id, position, pattern, url_template, example_input, reverse_template,
      alternative_url_templates)
    values (${organizationId},
      (select coalesce(max(position), 0) + 1 from chat.linkifiers where organization_id = ${organizationId}),
      ${pattern}, ${urlTemplate}, ${exampleInput}, ${reverseTemplate}, ${JSON.stringify(alternativeUrlTemplates)}::jsonb)
    returning id`);
  return row!.id;
}

export async function updateLinkifierRow(
  tx: Tx,
  { id, pattern, urlTemplate, exampleInput, reverseTemplate, alternativeUrlTemplates }: LinkifierRow,
): Promise<void> {
  await tx.run(sql`
    update chat.linkifiers set pattern = ${pattern}, url_template = ${urlTemplate}, example_input = ${exampleInput},
      reverse_template = ${reverseTemplate},
      alternative_url_templates = ${JSON.stringify(alternativeUrlTemplates)}::jsonb
    where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** False when there is none of that ID. */
export async function deleteLinkifier(tx: Tx, id: number): Promise<boolean> {
  return (
    (await tx.run(sql`delete from chat.linkifiers where organization_id = ${tx.organizationId} and id = ${id}`)) > 0
  );
}

export async function orderLinkifiers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update chat.linkifiers l set position = given.position
    from unnest(${ids}::bigint[]) with ordinality as given (id, position)
    where l.organization_id = ${tx.organizationId} and l.id = given.id`);
}
