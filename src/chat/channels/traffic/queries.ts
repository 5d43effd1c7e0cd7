import type { PlainReader } from '../../../platform/db/reader.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Tx } from '../../../platform/db/tx.ts';

/** Days that the average looks back. */
const LOOKED_AT = 28;
/** Days after which a channel is old enough for an average. */
const OLD_ENOUGH = 7;

/** Returns the organizations that are open. */
export async function allOrganizations(reader: PlainReader): Promise<string[]> {
  const rows = await reader.all(sql<{ id: string }>`
    select r.organization_id as id from chat.realms r join platform.open_organizations o on o.id = r.organization_id
    order by 1`);
  return rows.map(({ id }) => id);
}

/** Counts the messages that came since the last count, by channel and day, and forgets days that count no longer. */
export async function countNewMessages(tx: Tx): Promise<void> {
  const { organizationId } = tx;

  await tx.run(sql`
    with progress as (
      select coalesce((
        select message_id from chat.traffic_progress where organization_id = ${organizationId}), 0) as done),
    fresh as materialized (
      select m.id, m.channel_id, (m.sent_at at time zone 'UTC')::date as day
      from chat.messages m cross join progress
      where m.organization_id = ${organizationId} and m.id > progress.done),
    moved as (
      insert into chat.traffic_progress (organization_id, message_id)
      select ${organizationId}, max(id) from fresh having max(id) is not null
      on conflict (organization_id) do update set message_id = excluded.message_id)
    insert into chat.channel_traffic as known (organization_id, channel_id, day, messages)
    select ${organizationId}, channel_id, day, count(*) from fresh
    where channel_id is not null and day > (${tx.now}::timestamptz at time zone 'UTC')::date - ${LOOKED_AT}::int
    group by channel_id, day
    on conflict (organization_id, channel_id, day) do update set messages = known.messages + excluded.messages`);
  await tx.run(sql`
    delete from chat.channel_traffic
    where organization_id = ${organizationId}
      and day <= (${tx.now}::timestamptz at time zone 'UTC')::date - ${LOOKED_AT}::int`);
}

/** Writes the averages; gives the channels that have another one than before. */
export async function updateAverages(tx: Tx): Promise<number[]> {
  const { organizationId } = tx;

  const rows = await tx.all(sql<{ id: number }>`
    with counted as (
      select channel_id, sum(messages)::numeric as messages from chat.channel_traffic
      where organization_id = ${organizationId} group by channel_id),
    average as (
      select c.id, case
          when age.days < ${OLD_ENOUGH}::int then null
          else round(coalesce(t.messages, 0) * 7 / least(age.days, ${LOOKED_AT}::int))::int
        end as weekly
      from chat.channels c
        cross join lateral (
          select floor(extract(epoch from ${tx.now}::timestamptz - c.date_created) / 86400)::int as days) age
        left join counted t on t.channel_id = c.id
      where c.organization_id = ${organizationId} and not c.is_archived)
    update chat.channels c set weekly_traffic = a.weekly
    from average a
    where c.organization_id = ${organizationId} and c.id = a.id and c.weekly_traffic is distinct from a.weekly
    returning c.id`);
  return rows.map(({ id }) => id).sort((a, b) => a - b);
}
