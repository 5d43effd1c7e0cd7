import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { CustomField } from './custom-field.ts';

/** Scope of fields; the integration is empty for the organization's own fields. */
export interface FieldScope {
  organizationId: string;
  model: string;
  integration: string;
}

/** @param integration undefined for those of all integrations */
export async function listFields(
  reader: Reader,
  model: string,
  integration: string | undefined,
): Promise<CustomField[]> {
  const rows = await reader.all(sql<{ definition: CustomField }>`
    select definition from dispatch.custom_fields
    where organization_id = ${reader.organizationId} and model = ${model}
      and (${integration ?? null}::text is null or integration = ${integration ?? null})
    order by integration <> '', created_at, key, integration`);
  return rows.map((row) => row.definition);
}

export async function countFields(reader: Reader): Promise<number> {
  const row = await reader.first(sql<{ count: number }>`
    select count(*)::int as count from dispatch.custom_fields where organization_id = ${reader.organizationId}`);
  return row!.count;
}

/** Locks the fields with the given keys until the commit and returns those that exist. */
export async function lockFields(tx: Tx, home: FieldScope, keys: readonly string[]): Promise<Map<string, CustomField>> {
  const rows = await tx.all(sql<{ definition: CustomField }>`
    select definition from dispatch.custom_fields
    where organization_id = ${home.organizationId} and model = ${home.model} and integration = ${home.integration}
      and key = any(${keys}::text[])
    order by key for update`);
  return new Map(rows.map(({ definition }) => [definition.key, definition]));
}

/** Gives the keys that were written: one that is taken is left out. */
export async function insertFields(tx: Tx, home: FieldScope, fields: readonly CustomField[]): Promise<Set<string>> {
  const rows = await tx.all(sql<{ key: string }>`
    insert into dispatch.custom_fields
      (organization_id, model, integration, key, definition, created_at, modified_at)
    select ${home.organizationId}, ${home.model}, ${home.integration}, definition->>'key', definition, ${tx.now}, ${tx.now}
    from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) as definition
    on conflict do nothing returning key`);
  return new Set(rows.map((row) => row.key));
}

export async function updateFields(tx: Tx, home: FieldScope, fields: readonly CustomField[]): Promise<void> {
  await tx.run(sql`
    update dispatch.custom_fields as field set definition = changed.definition, modified_at = ${tx.now}
    from jsonb_array_elements(${JSON.stringify(fields)}::jsonb) as changed (definition)
    where field.organization_id = ${home.organizationId} and field.model = ${home.model}
      and field.integration = ${home.integration} and field.key = changed.definition->>'key'`);
}

export async function deleteFields(tx: Tx, home: FieldScope, keys: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from dispatch.custom_fields
    where organization_id = ${home.organizationId} and model = ${home.model} and integration = ${home.integration}
      and key = any(${keys}::text[])`);
}
