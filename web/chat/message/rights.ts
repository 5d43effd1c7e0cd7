import { isHolder } from '../../store/chat/select/holders.ts';
import type { ChatState } from '../../store/chat/state.ts';
import type { Channel, Message, PermissionHolders } from '../../store/wire/chat.ts';

/** As the server has it: roles up to here are moderators and above. */
const MODERATOR = 300;
const ADMINISTRATOR = 200;

/** Whether a right is there, and for how long; `time`: it was. */
export type Right = { has: true; until?: number } | { has: false; because: 'none' | 'time' | 'off' | 'archived' };

const NONE: Right = { has: false, because: 'none' };
const HAS: Right = { has: true };

type ChannelGroup = Extract<keyof Channel, `can_${string}`>;

/** Whether the reader may change the text of a message. @param now seconds */
export function mayEdit(state: ChatState, message: Message, now: number): Right {
  // Polls and lists are changed in their place.
  if (message.sender_id !== state.ownUserId || message.submessages.length > 0) return NONE;
  if (isArchived(state, message)) return { has: false, because: 'archived' };
  if (state.fields.realm_allow_message_editing === false) return { has: false, because: 'off' };
  return within(state.fields.realm_message_content_edit_limit_seconds, message, now);
}

/** Whether the reader may delete a message. @param now seconds */
export function mayDelete(state: ChatState, message: Message, now: number): Right {
  if (isArchived(state, message)) return { has: false, because: 'archived' };
  if (
    role(state) <= ADMINISTRATOR ||
    holds(state, message, 'realm_can_delete_any_message_group', 'can_delete_any_message_group')
  )
    return HAS;
  if (
    message.sender_id !== state.ownUserId ||
    !holds(state, message, 'realm_can_delete_own_message_group', 'can_delete_own_message_group')
  )
    return NONE;
  return within(state.fields.realm_message_content_delete_limit_seconds, message, now);
}

/** Whether the reader may put a message into another topic of its channel. @param now seconds */
export function mayChangeTopic(state: ChatState, message: Message, now: number): Right {
  if (message.stream_id === undefined || isArchived(state, message)) return NONE;
  if (!holds(state, message, 'realm_can_move_messages_between_topics_group', 'can_move_messages_within_channel_group'))
    return NONE;
  if (role(state) <= MODERATOR) return HAS;
  return within(state.fields.realm_move_messages_within_stream_limit_seconds, message, now);
}

/** Whether the reader may take a message out of its channel. @param now seconds */
export function mayMoveOut(state: ChatState, message: Message, now: number): Right {
  if (message.stream_id === undefined || isArchived(state, message)) return NONE;
  if (
    !holds(state, message, 'realm_can_move_messages_between_channels_group', 'can_move_messages_out_of_channel_group')
  )
    return NONE;
  if (role(state) <= MODERATOR) return HAS;
  return within(state.fields.realm_move_messages_between_streams_limit_seconds, message, now);
}

export function mayResolve(state: ChatState, message: Message): boolean {
  return (
    message.stream_id !== undefined &&
    !isArchived(state, message) &&
    message.subject !== '' &&
    holds(state, message, 'realm_can_resolve_topics_group', 'can_resolve_topics_group')
  );
}

/** Whether the reader may vote, add and tick in a poll or list. */
export function mayChangeWidget(state: ChatState, message: Message): boolean {
  return !isArchived(state, message);
}

/** Whether the reader may see what a message was before. */
export function mayReadHistory({ fields }: ChatState, { last_edit_timestamp, last_moved_timestamp }: Message): boolean {
  return fields.realm_allow_edit_history !== false && (last_edit_timestamp ?? last_moved_timestamp) !== undefined;
}

/** Whether the organization lets people know who has read what. */
export function maySeeReaders({ fields }: ChatState): boolean {
  return fields.realm_enable_read_receipts === true;
}

/** Whether messages can be reported: there are moderators' channels. */
export function mayReport(state: ChatState): boolean {
  return Number(state.fields.realm_moderation_request_channel_id ?? -1) > 0;
}

export function mayDeleteTopic(state: ChatState, message: Message): boolean {
  return message.stream_id !== undefined && role(state) <= ADMINISTRATOR && !isArchived(state, message);
}

function role(state: ChatState): number {
  return state.users.get(state.ownUserId)?.role ?? 600;
}

function isArchived(state: ChatState, { stream_id }: Message): boolean {
  return stream_id !== undefined && (state.channels.get(stream_id)?.is_archived ?? true);
}

function within(limit: unknown, message: Message, now: number): Right {
  if (typeof limit !== 'number') return HAS;
  const until = message.timestamp + limit;
  return now < until ? { has: true, until } : { has: false, because: 'time' };
}

function holds(state: ChatState, { stream_id }: Message, everywhere: string, here: ChannelGroup): boolean {
  const holders = state.fields[everywhere] as PermissionHolders | undefined;
  if (holders !== undefined && isHolder(state, holders, state.ownUserId)) return true;
  const channel = stream_id === undefined ? undefined : state.channels.get(stream_id);
  return channel !== undefined && isHolder(state, channel[here], state.ownUserId);
}
