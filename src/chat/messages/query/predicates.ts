import { type Sql, sql } from '../../../platform/db/sql.ts';
import type { Filter } from '../../narrow/filter.ts';
import type { IsOperand } from '../../narrow/parse.ts';
import { flagBits, MENTION_BITS } from '../../reading/flags.ts';
import { isReceived, isUnread } from '../../reading/fragments.ts';
import type { ReaderView } from '../../reading/view.ts';
import { RESOLVED_PREFIX } from '../../topics/topic-name.ts';
import { isFound, type Search } from '../search/terms.ts';

const never = sql`false`;
/** Bits are written into the text: the partial indexes are found by it. */
function hasFlag(view: ReaderView, bits: number): Sql {
  return sql`coalesce((
    select f.flags & ${sql.raw(String(bits))} <> 0 from chat.message_flags f
    where f.organization_id = ${view.organizationId} and f.user_id = ${view.userId} and f.message_id = m.id), false)`;
}

/** Named as one of many: by a wildcard for the channel, or as a member of a group. */
export function isMentionedAmongMany(view: ReaderView): Sql {
  return sql`(m.wildcard & 1 <> 0 or m.mentioned_group_ids && ${view.groupIds}::bigint[])`;
}

/** The condition of one filter on a row `m` of chat.messages. */
export function predicate(view: ReaderView, filter: Exclude<Filter, { kind: 'search' }>): Sql {
  const holds = plainCondition(view, filter);
  return filter.negated ? sql`not (${holds})` : holds;
}

/** Returns the condition of a search on a row `m`. */
export function searchPredicate(search: Search, negated: boolean): Sql {
  return negated ? sql`not ${isFound(search)}` : isFound(search);
}

function plainCondition(view: ReaderView, filter: Exclude<Filter, { kind: 'search' }>): Sql {
  const { organizationId } = view;
  switch (filter.kind) {
    case 'channel':
      return sql`m.recipient_id = ${filter.recipientId}`;
    case 'channels':
      return sql`(m.channel_id is not null and m.channel_id in (select unnest(${filter.channelIds}::bigint[])))`;
    case 'topic': {
      const topic = sql`m.channel_id is not null and lower(m.topic) = lower(${filter.topic})`;
      return filter.channelId === undefined ? topic : sql`${topic} and m.channel_id = ${filter.channelId}`;
    }
    case 'direct':
      return filter.recipientId === undefined ? never : sql`m.recipient_id = ${filter.recipientId}`;
    case 'direct including':
      return sql`(m.channel_id is null and (m.recipient_id in (${directRecipientsWith(view, filter)})))`;
    case 'sender':
      return sql`m.sender_id = ${filter.userId}`;
    case 'id':
      return Number.isSafeInteger(filter.id) ? sql`m.id = ${filter.id}` : never;
    case 'is':
      return isCondition(view, filter.what);
    case 'has':
      return filter.what === 'reaction'
        ? sql`exists (select from chat.reactions r where r.organization_id = ${organizationId} and r.message_id = m.id)`
        : sql.raw(`m.has_${filter.what}`);
  }
}

/** Direct conversations of the reader that hold all of the given people. */
export function directRecipientsWith(
  { organizationId, userId }: ReaderView,
  { userIds, groupsOnly }: { userIds: readonly number[]; groupsOnly: boolean },
): Sql {
  return sql`
    select d.recipient_id from chat.direct_conversation_members d
      join chat.direct_conversations c using (organization_id, recipient_id)
    where d.organization_id = ${organizationId} and d.user_id = ${userId} and c.user_ids @> ${userIds}::bigint[]
      and cardinality(c.user_ids) >= ${groupsOnly ? 3 : 1}`;
}

/** The flag behind `is:alerted` and `is:mentioned`; the message must also have come to the person. */
export function namesReader(view: ReaderView, what: 'alerted' | 'mentioned'): Sql {
  return what === 'alerted'
    ? hasFlag(view, flagBits.has_alert_word)
    : sql`(${isMentionedAmongMany(view)} or ${hasFlag(view, MENTION_BITS)})`;
}

function isCondition(view: ReaderView, what: IsOperand): Sql {
  const { organizationId, userId } = view;
  switch (what) {
    case 'dm':
      return sql`m.channel_id is null`;
    case 'starred':
      return hasFlag(view, flagBits.starred);
    case 'alerted':
    case 'mentioned':
      return sql`(${namesReader(view, what)} and ${isReceived(view)})`;
    case 'unread':
      return isUnread(view);
    case 'read':
      return sql`not ${isUnread(view)}`;
    case 'resolved':
      return sql`(m.channel_id is not null and starts_with(m.topic, ${RESOLVED_PREFIX}))`;
    case 'followed':
      return sql`${topicPolicy(view)} = 3`;
    case 'muted':
      // An unmuted or followed topic counts in a muted channel too.
      return sql`(m.channel_id is not null and case ${topicPolicy(view)} when 1 then true when 0 then m.channel_id in (
        select s.channel_id from chat.subscriptions s
        where s.organization_id = ${organizationId} and s.user_id = ${userId} and s.is_muted) else false end)`;
  }
}

/** Returns the reader's policy for the topic of a row `m`: 0 none, 1 muted, 2 unmuted, 3 followed. */
export function topicPolicy({ organizationId, userId }: ReaderView): Sql {
  return sql`coalesce((
    select v.policy from chat.topic_visibility v
    where v.organization_id = ${organizationId} and v.user_id = ${userId} and v.channel_id = m.channel_id
      and lower(v.topic) = lower(m.topic)), 0)`;
}
