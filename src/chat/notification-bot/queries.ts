import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import type { Tx } from '../../platform/db/tx.ts';
import { readRangeStart } from '../reading/fragments.ts';
import { Policy } from '../user-topics/policy.ts';

/** Null while the organization has none. */
export async function loadBotId(reader: Reader): Promise<number | null> {
  const row = await reader.first(sql<{ id: number | null }>`
    select notification_bot_id as id from chat.realms where organization_id = ${reader.organizationId}`);
  return row?.id ?? null;
}

export async function saveBotId(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`update chat.realms set notification_bot_id = ${id} where organization_id = ${tx.organizationId}`);
}

/** Whether an account has this address, in any case. */
export async function isTakenAddress(reader: Reader, email: string): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.users where organization_id = ${reader.organizationId} and lower(email) = lower(${email})`);
  return row !== undefined;
}

/**
 * Marks the notice of a resolved or unresolved topic as read by the channel's subscribers who have it so
 * (`resolved_topic_notice_auto_read_policy`).
 * @returns their IDs
 */
export async function markResolutionRead(tx: Tx, noticeId: number): Promise<number[]> {
  const { organizationId } = tx;

  const rows = await tx.all(sql<{ id: number }>`
    insert into chat.read_ranges as known (organization_id, user_id, recipient_id, ranges)
    select ${organizationId}, u.id, m.recipient_id, int8multirange(int8range(gap.id, m.id, '(]'))
    from chat.messages m
      join chat.subscriptions s on s.organization_id = m.organization_id and s.channel_id = m.channel_id
      join chat.users u on u.organization_id = s.organization_id and u.id = s.user_id and u.is_active
      left join chat.topic_visibility v
        on v.organization_id = u.organization_id and v.user_id = u.id and v.channel_id = m.channel_id
          and lower(v.topic) = lower(m.topic) and v.policy = ${Policy.followed}
      cross join lateral ${readRangeStart(organizationId, sql`u.id`)} gap
    where m.organization_id = ${organizationId} and m.id = ${noticeId}
      and case coalesce(u.settings->>'resolved_topic_notice_auto_read_policy', 'except_followed')
        when 'always' then true when 'except_followed' then v.user_id is null else false end
    order by u.id
    on conflict (organization_id, user_id, recipient_id) do update set ranges = known.ranges + excluded.ranges
    returning user_id as id`);
  return rows.map(({ id }) => id);
}
