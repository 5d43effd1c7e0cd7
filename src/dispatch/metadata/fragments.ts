import type { Static } from 'typebox';
import { type Sql, sql } from '../../platform/db/sql.ts';
import type { MetadataQuery } from './metadata.ts';

/**
 * The condition that a `metadata` column holds every queried item exactly (D.2: objects as wholes, arrays in order).
 * Containment narrows by the GIN index; equality, which jsonb has by value, decides.
 * @param column the column, our own text
 */
export function matchesMetadata(column: string, query: Static<typeof MetadataQuery>): Sql<boolean> {
  const items = query.map(({ name, type, value }) => ({ name, type, value }));
  const metadata = sql.raw(column);
  return sql<boolean>`(
    ${metadata} @> ${JSON.stringify(items)}::jsonb
    and not exists (
      select from jsonb_array_elements(${JSON.stringify(items)}::jsonb) as given
      where not exists (
        select from jsonb_array_elements(${metadata}) as item
        where item->'name' = given->'name' and item->'type' = given->'type' and item->'value' = given->'value')))`;
}
