import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';

/** @returns the IDs with the numbers of the rows */
export function insertGroups(
  tx: Tx,
  rows: readonly {
    n: number;
    name: string;
    description: string;
    deactivated: boolean;
    creator_id: number | null;
    date_created: string | null;
  }[],
): Promise<{ n: number; id: number }[]> {
  return tx.all(sql<{ n: number; id: number }>`
    with given as materialized (
      select g.*, nextval('chat.user_group_ids') as id
      from (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
        n int, name text, description text, deactivated boolean, creator_id bigint, date_created timestamptz)
        order by n) g),
    made as (
      insert into chat.user_groups (organization_id, id, name, description, deactivated, creator_id, date_created)
      select ${tx.organizationId}, id, name, description, deactivated, creator_id, date_created from given)
    select n, id from given order by n`);
}

export async function updateGroupPermissions(
  tx: Tx,
  rows: readonly { id: number; permissions: unknown }[],
): Promise<void> {
  await tx.run(sql`
    update chat.user_groups g set permissions = given.permissions
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id bigint, permissions jsonb)
    where g.organization_id = ${tx.organizationId} and g.id = given.id`);
}

export async function insertGroupMembers(tx: Tx, rows: readonly { group_id: number; id: number }[]): Promise<void> {
  await tx.run(sql`
    insert into chat.user_group_members (organization_id, group_id, user_id)
    select ${tx.organizationId}, group_id, id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (group_id bigint, id bigint)
    on conflict do nothing`);
}

export async function insertGroupSubgroups(tx: Tx, rows: readonly { group_id: number; id: number }[]): Promise<void> {
  await tx.run(sql`
    insert into chat.user_group_subgroups (organization_id, group_id, subgroup_id)
    select ${tx.organizationId}, group_id, id
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (group_id bigint, id bigint)
    on conflict do nothing`);
}

/** Adds linkifiers in their order. */
export async function insertLinkifiers(
  tx: Tx,
  rows: readonly {
    pattern: string;
    urlTemplate: string;
    exampleInput: string | null;
    reverseTemplate: string | null;
    alternativeUrlTemplates: readonly string[];
  }[],
): Promise<void> {
  const given = rows.map((row, n) => ({ ...row, position: n + 1 }));
  await tx.run(sql`
    insert into chat.linkifiers (organization_id, position, pattern, url_template, example_input, reverse_template,
      alternative_url_templates)
    select ${tx.organizationId}, position, pattern, "urlTemplate", "exampleInput", "reverseTemplate",
      "alternativeUrlTemplates"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (position int, pattern text, "urlTemplate" text,
      "exampleInput" text, "reverseTemplate" text, "alternativeUrlTemplates" jsonb)
    order by position`);
}

/** Adds profile fields in their order. @returns the IDs in that order */
export async function insertProfileFields(
  tx: Tx,
  rows: readonly {
    name: string;
    hint: string;
    type: number;
    fieldData: unknown;
    inSummary: boolean;
    required: boolean;
    editableByUser: boolean;
  }[],
): Promise<number[]> {
  const given = rows.map((row, n) => ({ ...row, position: n + 1 }));
  const made = await tx.all(sql<{ id: number }>`
    with given as materialized (
      select f.*, nextval('chat.profile_field_ids') as id
      from (select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (position int, name text, hint text,
        type smallint, "fieldData" jsonb, "inSummary" boolean, required boolean, "editableByUser" boolean)
        order by position) f),
    made as (
      insert into chat.profile_fields (organization_id, id, name, hint, type, field_data, position, in_summary, required,
        editable_by_user)
      select ${tx.organizationId}, id, name, hint, type, "fieldData", position, "inSummary", required, "editableByUser"
      from given)
    select id from given order by position`);
  return made.map(({ id }) => id);
}

export async function insertFieldValues(
  tx: Tx,
  rows: readonly { user_id: number; field_id: number; value: string; rendered: string | null }[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.profile_values (organization_id, user_id, field_id, value, rendered)
    select ${tx.organizationId}, user_id, field_id, value, rendered
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      user_id bigint, field_id bigint, value text, rendered text)
    on conflict do nothing`);
}

export async function insertTopicPolicies(
  tx: Tx,
  rows: readonly { user_id: number; channel_id: number; topic: string; policy: number; at: string }[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.topic_visibility (organization_id, user_id, channel_id, topic, policy, updated_at)
    select ${tx.organizationId}, user_id, channel_id, topic, policy, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      user_id bigint, channel_id bigint, topic text, policy smallint, at timestamptz)
    on conflict do nothing`);
}

export async function insertMutes(
  tx: Tx,
  rows: readonly { user_id: number; muted_user_id: number; at: string }[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.muted_users (organization_id, user_id, muted_user_id, muted_at)
    select ${tx.organizationId}, user_id, muted_user_id, at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id bigint, muted_user_id bigint, at timestamptz)
    on conflict do nothing`);
}

export async function insertAlertWords(
  tx: Tx,
  rows: readonly { user_id: number; folded: string; word: string }[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.alert_words (organization_id, user_id, folded, word)
    select ${tx.organizationId}, user_id, folded, word
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (user_id bigint, folded text, word text)
    on conflict do nothing`);
}

export async function insertDrafts(
  tx: Tx,
  rows: readonly {
    user_id: number;
    type: string;
    recipient_ids: readonly number[];
    topic: string;
    content: string;
    edited_at: string;
  }[],
): Promise<void> {
  await tx.run(sql`
    insert into chat.drafts (organization_id, user_id, type, recipient_ids, topic, content, edited_at)
    select ${tx.organizationId}, user_id, type, array(select jsonb_array_elements_text(recipient_ids)::bigint), topic,
      content, edited_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      user_id bigint, type text, recipient_ids jsonb, topic text, content text, edited_at timestamptz)`);
}
