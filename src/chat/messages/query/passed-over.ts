import { type Sql, sql } from '../../../platform/db/sql.ts';
import { isInMutedTopic, isMuted } from './fragments.ts';
import type { MessageQuery } from './message-query.ts';

/**
 * Messages that the first unread message of a narrow skips: those muted by the reader, as in the unread counts of
 * clients.
 */
export interface PassedOver {
  /** Condition on a row `m` of chat.messages. */
  message: Sql;
  /** Condition on a period `p` of a subscription: nothing in that channel counts, so its backlog is not searched. */
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
