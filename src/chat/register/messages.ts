import { Type } from 'typebox';
import { described } from '../../platform/http/described.ts';
import { readerView } from '../reading/reader-view.ts';
import { realmOf } from '../realms/access.ts';
import { groupIdsOfUser } from '../user-groups/access.ts';
import { defineInitialState } from './initial-state.ts';
import { loadRecentDirectConversations, loadStarredIds } from './queries.ts';
import { loadUnread, MAX_UNREAD, type UnreadConversationRow } from './unread-queries.ts';

const Ids = Type.Array(Type.Integer());

export const lastMessage = defineInitialState({
  types: ['message'],
  fields: {
    max_message_id: Type.Integer({ description: 'ID of the newest message in the organization. -1 if it has none.' }),
  },
  async load({ messageId }) {
    // -1: there is no message yet.
    return { max_message_id: messageId === 0 ? -1 : messageId };
  },
});

export const unreadMessages = defineInitialState({
  types: (wants) => wants('message') && wants('update_message_flags'),
  fields: {
    unread_msgs: Type.Object(
      {
        count: Type.Integer({ description: 'Number of unread messages in all lists.' }),
        pms: Type.Array(
          Type.Object(
            {
              other_user_id: Type.Integer({
                description: "ID of the other person. For notes to oneself the caller's own.",
              }),
              sender_id: Type.Integer({ description: 'Older name of `other_user_id`.' }),
              unread_message_ids: described(Ids, 'IDs in ascending order.'),
            },
            { additionalProperties: false },
          ),
          { description: 'Direct conversations of two, and notes to oneself.' },
        ),
        streams: Type.Array(
          Type.Object(
            {
              stream_id: Type.Integer({ description: 'ID of the channel.' }),
              topic: Type.String({ description: 'Topic in the channel.' }),
              unread_message_ids: described(Ids, 'IDs in ascending order.'),
            },
            { additionalProperties: false },
          ),
          { description: 'Topics with unread messages.' },
        ),
        huddles: Type.Array(
          Type.Object(
            {
              user_ids_string: Type.String({ description: 'User IDs of all people, separated by commas.' }),
              unread_message_ids: described(Ids, 'IDs in ascending order.'),
            },
            { additionalProperties: false },
          ),
          { description: 'Direct conversations of three or more.' },
        ),
        mentions: described(Ids, 'IDs of the unread messages that mention the caller.'),
        old_unreads_missing: Type.Boolean({ description: 'Whether older unread messages exist that are not listed.' }),
      },
      {
        additionalProperties: false,
        description: 'Unread messages of the caller by conversation, the newest 50 000 at most.',
      },
    ),
  },
  async load({ reader, facts, caller, options }) {
    const { userId } = caller;
    const groupIds = [...(await groupIdsOfUser(facts, userId))];
    const conversations = await loadUnread(reader, userId, groupIds);
    const { emptyTopicDisplayName } = await realmOf(facts);
    const emptyTopic = options.capabilities.empty_topic_name ? '' : emptyTopicDisplayName;
    return { unread_msgs: presentUnread(conversations, userId, emptyTopic) };
  },
});

/** The unread messages in the wire's four lists; every list of IDs ascends strictly (client: zulip-flutter asserts it). */
export function presentUnread(conversations: readonly UnreadConversationRow[], userId: number, emptyTopic: string) {
  const complete = withoutSurplus(conversations);
  const direct = complete.retained.flatMap(({ userIds, ids }) => (userIds ? [{ userIds, ids }] : []));
  return {
    count: complete.retained.reduce((sum, { ids }) => sum + ids.length, 0),
    pms: direct
      .filter(({ userIds }) => userIds.length <= 2)
      .map(({ userIds, ids }) => {
        const other = userIds.find((id) => id !== userId) ?? userId;
        // `sender_id` is the older name of the other person.
        return { other_user_id: other, sender_id: other, unread_message_ids: ids };
      }),
    streams: complete.retained
      .filter(({ channelId }) => channelId !== null)
      .map(({ channelId, topic, ids }) => ({
        stream_id: channelId,
        topic: topic || emptyTopic,
        unread_message_ids: ids,
      })),
    huddles: direct
      .filter(({ userIds }) => userIds.length > 2)
      .map(({ userIds, ids }) => ({ user_ids_string: userIds.join(','), unread_message_ids: ids })),
    mentions: complete.retained.flatMap(({ mentions }) => mentions).sort((a, b) => a - b),
    old_unreads_missing: complete.surplus,
  };
}

/** One more than the limit was read, to know whether there is more: the oldest goes. */
function withoutSurplus(conversations: readonly UnreadConversationRow[]) {
  const total = conversations.reduce((sum, { ids }) => sum + ids.length, 0);
  if (total <= MAX_UNREAD) return { retained: conversations, surplus: false };
  const oldest = Math.min(...conversations.map(({ ids }) => ids[0]!));
  const without = (ids: number[]) => ids.filter((id) => id !== oldest);
  const retained = conversations
    .map((one) => ({ ...one, ids: without(one.ids), mentions: without(one.mentions) }))
    .filter(({ ids }) => ids.length > 0);
  return { retained, surplus: true };
}

export const starredMessages = defineInitialState({
  types: ['starred_messages'],
  fields: { starred_messages: described(Ids, 'IDs of the messages that the caller starred.') },
  async load({ reader, facts, caller }) {
    return { starred_messages: await loadStarredIds(reader, await readerView(facts, caller)) };
  },
});

export const recentDirectConversations = defineInitialState({
  types: ['recent_private_conversations'],
  fields: {
    recent_private_conversations: Type.Array(
      Type.Object(
        {
          max_message_id: Type.Integer({ description: 'ID of the newest message in the conversation.' }),
          user_ids: described(Ids, 'IDs of the other people. Empty for notes to oneself.'),
        },
        { additionalProperties: false },
      ),
      { description: 'Direct conversations that had messages lately.' },
    ),
  },
  async load({ reader, caller }) {
    return {
      recent_private_conversations: await loadRecentDirectConversations(reader, caller.userId),
    };
  },
});
