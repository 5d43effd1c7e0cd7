import type { Reader } from '../../platform/db/reader.ts';
import { type Sql, sql } from '../../platform/db/sql.ts';
import { limitsGuests } from './fragments.ts';

export async function isLimitingGuests(reader: Reader): Promise<boolean> {
  const row = await reader.first(sql<{ limits: boolean }>`select ${limitsGuests(reader.organizationId)} as limits`);
  return row!.limits;
}

/** The guest, all bots, and who shares a channel or a direct conversation with the guest. */
export async function loadKnownPeople(reader: Reader, guestId: number): Promise<number[]> {
  const { organizationId } = reader;

  const rows = await reader.all(sql<{ id: number }>`
    select ${guestId}::bigint as id
    union select b.id from chat.users b where b.organization_id = ${organizationId} and b.bot_type is not null
    union select other.user_id
    from chat.subscriptions own join chat.subscriptions other
      on other.organization_id = own.organization_id and other.channel_id = own.channel_id
    where own.organization_id = ${organizationId} and own.user_id = ${guestId}
    union select other.user_id
    from chat.direct_conversation_members own join chat.direct_conversations c
        on c.organization_id = own.organization_id and c.recipient_id = own.recipient_id
      cross join lateral unnest(c.user_ids) as other (user_id)
    where own.organization_id = ${organizationId} and own.user_id = ${guestId}`);
  return rows.map(({ id }) => id);
}

/** A guest, and somebody with whom they share something. */
export interface AcquaintanceRow {
  guestId: number;
  userId: number;
}

/**
 * Loads which guests share a channel or a direct conversation with whom, if one of the people is involved on either
 * side. Bots are left out, because everybody knows them.
 * @param without subscriptions that do not count
 */
export function loadAcquaintances(
  reader: Reader,
  userIds: readonly number[],
  without: readonly { channelId: number; userId: number }[] = [],
): Promise<AcquaintanceRow[]> {
  const { organizationId } = reader;

  const among = sql`any(${userIds}::bigint[])`;
  const left = sql`
    select * from unnest(${without.map(({ channelId }) => channelId)}::bigint[], ${without.map(({ userId }) => userId)}::bigint[])`;
  const counts = (pair: Sql) => (without.length === 0 ? sql`true` : sql`(${pair}) not in (${left})`);
  const both = sql`${counts(sql`s.channel_id, s.user_id`)} and ${counts(sql`t.channel_id, t.user_id`)}`;
  return reader.all(sql<AcquaintanceRow>`
    with guests as materialized (
      select id from chat.users where organization_id = ${organizationId} and role = 600 and is_active),
    pairs as (
      select g.id as guest_id, t.user_id
      from guests g
        join chat.subscriptions s on s.organization_id = ${organizationId} and s.user_id = g.id
        join chat.subscriptions t on t.organization_id = ${organizationId} and t.channel_id = s.channel_id
      where g.id = ${among} and ${both}
      union
      select s.user_id, t.user_id
      from chat.subscriptions t
        join chat.subscriptions s on s.organization_id = ${organizationId} and s.channel_id = t.channel_id
      where t.organization_id = ${organizationId} and t.user_id = ${among} and s.user_id in (select id from guests)
        and ${both}
      union
      select s.user_id, t.user_id
      from chat.direct_conversation_members m
        join chat.direct_conversations c on c.organization_id = ${organizationId} and c.recipient_id = m.recipient_id
        cross join lateral unnest(c.user_ids) as s (user_id)
        cross join lateral unnest(c.user_ids) as t (user_id)
      where m.organization_id = ${organizationId} and m.user_id = ${among} and s.user_id in (select id from guests)
        and (s.user_id = m.user_id or t.user_id = m.user_id))
    select p.guest_id as "guestId", p.user_id as "userId"
    from pairs p join chat.users u on u.organization_id = ${organizationId} and u.id = p.user_id
    where u.bot_type is null and p.guest_id <> p.user_id
    order by p.user_id, p.guest_id`);
}
