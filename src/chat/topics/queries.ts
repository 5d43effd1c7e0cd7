import type { Reader } from '../../platform/db/reader.ts';
import { sql } from '../../platform/db/sql.ts';
import { isVisible } from '../reading/fragments.ts';
import type { ReaderView } from '../reading/view.ts';

/** Topics of one channel that are looked at. */
export const MAX_TOPICS = 50_000;

/** Whether a person sees any message of a topic. */
export async function hasVisibleMessage(
  reader: Reader,
  view: ReaderView,
  { channelId, topic }: { channelId: number; topic: string },
): Promise<boolean> {
  const row = await reader.first(sql`
    select 1 from chat.messages m
    where m.organization_id = ${view.organizationId} and m.channel_id = ${channelId} and lower(m.topic) = lower(${topic})
      and ${isVisible(view)}
    limit 1`);
  return row !== undefined;
}

/**
 * The topics of a channel in which a person sees messages, as the newest of those writes them, the newest first.
 * It goes from topic to topic in the index, so that it costs by the number of topics, not of messages.
 * @param page only topics whose newest message is older than `before`, and no more than `limit`
 */
export function loadVisibleTopics(
  reader: Reader,
  view: ReaderView,
  channelId: number,
  page: { before?: number | undefined; limit?: number | undefined },
): Promise<{ name: string; max_id: number }[]> {
  const { organizationId } = view;
  const { before = Number.MAX_SAFE_INTEGER, limit = MAX_TOPICS } = page;
  return reader.all(sql<{ name: string; max_id: number }>`
    with recursive known as (
      (select lower(m.topic) as topic from chat.messages m
        where m.organization_id = ${organizationId} and m.channel_id = ${channelId}
        order by lower(m.topic) limit 1)
      union all
      select (
        select lower(m.topic) from chat.messages m
        where m.organization_id = ${organizationId} and m.channel_id = ${channelId} and lower(m.topic) > known.topic
        order by lower(m.topic) limit 1)
      from known where known.topic is not null)
    select newest.topic as name, newest.id as max_id
    from (select topic from known where topic is not null limit ${MAX_TOPICS}) each cross join lateral (
      select m.topic, m.id from chat.messages m
      where m.organization_id = ${organizationId} and m.channel_id = ${channelId} and lower(m.topic) = each.topic
        and ${isVisible(view)}
      order by m.id desc limit 1) newest
    where newest.id < ${before}
    order by newest.id desc
    limit ${limit}`);
}
