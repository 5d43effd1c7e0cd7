import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import type { ProfileField } from './profile-field.ts';

/** In their order. */
export function loadFields(reader: Reader): Promise<ProfileField[]> {
  return reader.all(sql<ProfileField>`
    select id, name, hint, type, field_data as "fieldData", in_summary as "inSummary", required,
      editable_by_user as "editableByUser"
    from chat.profile_fields where organization_id = ${reader.organizationId} order by position, id`);
}

/** At the end. @returns its ID */
export async function insertField(tx: Tx, field: Omit<ProfileField, 'id'>): Promise<number> {
  const { organizationId } = tx;

  const row = await tx.first(sql<{ id: number }>`
    insert into chat.profile_fields (organization_id, name, hint, type, field_data, position, in_summary, required, editable_by_user)
    values (${organizationId}, ${field.name}, ${field.hint}, ${field.type}, ${JSON.stringify(field.fieldData)}::jsonb,
      (select coalesce(max(position), 0) + 1 from chat.profile_fields where organization_id = ${organizationId}),
      ${field.inSummary}, ${field.required}, ${field.editableByUser})
    returning id`);
  return row!.id;
}

export async function updateField(tx: Tx, field: ProfileField): Promise<void> {
  await tx.run(sql`
    update chat.profile_fields set name = ${field.name}, hint = ${field.hint},
      field_data = ${JSON.stringify(field.fieldData)}::jsonb, in_summary = ${field.inSummary},
      required = ${field.required}, editable_by_user = ${field.editableByUser}
    where organization_id = ${tx.organizationId} and id = ${field.id}`);
}

export async function deleteField(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`delete from chat.profile_fields where organization_id = ${tx.organizationId} and id = ${id}`);
}

/** People whose value is none of the choices that are left have none. */
export async function deleteValuesBut(tx: Tx, id: number, keys: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from chat.profile_values
    where organization_id = ${tx.organizationId} and field_id = ${id} and value <> all(${keys}::text[])`);
}

export async function saveOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.run(sql`
    update chat.profile_fields f set position = o.position
    from unnest(${ids}::bigint[]) with ordinality as o (id, position)
    where f.organization_id = ${tx.organizationId} and f.id = o.id`);
}

export interface ProfileValueRow {
  userId: number;
  fieldId: number;
  value: string;
  rendered: string | null;
}

/** @param userIds undefined: of everybody */
export function loadValues(reader: Reader, userIds: readonly number[] | undefined): Promise<ProfileValueRow[]> {
  return reader.all(sql<ProfileValueRow>`
    select user_id as "userId", field_id as "fieldId", value, rendered from chat.profile_values
    where organization_id = ${reader.organizationId}
      and (${userIds ?? null}::bigint[] is null or user_id = any(${userIds ?? null}::bigint[]))`);
}

export async function saveValue(tx: Tx, given: ProfileValueRow): Promise<void> {
  await tx.run(sql`
    insert into chat.profile_values (organization_id, user_id, field_id, value, rendered)
    values (${tx.organizationId}, ${given.userId}, ${given.fieldId}, ${given.value}, ${given.rendered})
    on conflict (organization_id, user_id, field_id) do update set value = excluded.value, rendered = excluded.rendered`);
}

export async function deleteValue(tx: Tx, userId: number, fieldId: number): Promise<boolean> {
  const deleted = await tx.run(sql`
    delete from chat.profile_values
    where organization_id = ${tx.organizationId} and user_id = ${userId} and field_id = ${fieldId}`);
  return deleted > 0;
}
