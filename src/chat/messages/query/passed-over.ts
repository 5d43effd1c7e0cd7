import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isInMutedTopic, isMuted } from './fragments.ts';
import type { MessageQuery } from './message-query.ts';

/** What the first unread message of a narrow passes over: what its reader has muted, as the unread counts of clients do. */
export interface PassedOver {
  /** Of a row `m` of chat.messages. */
  message: Sql;
  /** Of a period `p` of a subscription: nothing in that channel counts, so its backlog is not looked through. */
  channel: Sql;
}

/**
 * A narrow that names a channel shows it, muted or not, and passes over its muted topics; one that names a topic shows all of it.
 * client: the vendor's server leaves out the same, or clients open in what one muted.
 */
export function passedOver({ view, indexable }: MessageQuery): PassedOver | undefined {
  if (indexable.topic || indexable.is.has('muted')) return undefined;
  if (indexable.channel) return { message: isInMutedTopic(view), channel: sql`false` };
  const { organizationId, userId } = view;
  return {
    message: isMuted(view),
    channel: sql`(exists (
        select from chat.subscriptions s
        where s.organization_id = ${organizationId} and s.user_id = ${userId} and s.channel_id = p.channel_id and s.is_muted)
      and not exists (
        select from chat.topic_visibility v
        where v.organization_id = ${organizationId} and v.user_id = ${userId} and v.channel_id = p.channel_id
          and v.policy in (2, 3)))`,
  };
}
