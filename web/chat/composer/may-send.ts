import type { Conversation } from '../../store/chat/conversation.ts';
import { isHolder } from '../../store/chat/select/holders.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { PermissionHolders } from '../../store/wire/chat.ts';

/** Why nothing can be written in a conversation, as the server would refuse it. */
export type SendRefusal =
  | { kind: 'archived' | 'no permission' | 'not subscribed' | 'gone'; channel: string }
  | { kind: 'deactivated'; name: string }
  | { kind: 'direct off' | 'topics required' };

/** Returns why a conversation takes no message of this person; undefined: it does. */
export function refusal(state: ChatState, conversation: Conversation): SendRefusal | undefined {
  return 'channelId' in conversation
    ? channelRefusal(state, conversation.channelId)
    : directRefusal(state, conversation.userIds);
}

function channelRefusal(state: ChatState, channelId: number): SendRefusal | undefined {
  const channel = state.channels.get(channelId);
  if (!channel) return { kind: 'gone', channel: '' };
  const { name } = channel;
  if (channel.is_archived) return { kind: 'archived', channel: name };
  if (!isHolder(state, channel.can_send_message_group, state.ownUserId))
    return { kind: 'no permission', channel: name };
  const isGuest = state.users.get(state.ownUserId)?.is_guest ?? false;
  if ((isGuest || channel.invite_only) && !state.subscriptions.has(channelId))
    return { kind: 'not subscribed', channel: name };
  return undefined;
}

function directRefusal(state: ChatState, userIds: readonly number[]): SendRefusal | undefined {
  const others = userIds.filter((id) => id !== state.ownUserId).map((id) => state.users.get(id));
  const inactive = others.find((user) => user && !user.is_active);
  if (inactive) return { kind: 'deactivated', name: inactive.full_name };
  if (others.every((user) => user?.is_bot)) return undefined;
  const group = state.fields.realm_direct_message_permission_group as PermissionHolders | undefined;
  if (group !== undefined && !userIds.some((id) => isHolder(state, group, id))) return { kind: 'direct off' };
  return undefined;
}

/** Whether the topics of a channel may be empty, must be, or may not. */
export function topicsPolicy(state: ChatState, channelId: number): 'optional' | 'required' | 'none' {
  const own = state.channels.get(channelId)?.topics_policy ?? 'inherit';
  const policy = own === 'inherit' ? state.fields.realm_topics_policy : own;
  if (policy === 'empty_topic_only') return 'none';
  return policy === 'disable_empty_topic' ? 'required' : 'optional';
}
