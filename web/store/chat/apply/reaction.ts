import type { Reducer } from '../state.ts';
import { placeMessage } from '../windows/keep.ts';

interface Event {
  op: 'add' | 'remove';
  message_id: number;
  emoji_name: string;
  emoji_code: string;
  reaction_type: 'unicode_emoji' | 'realm_emoji' | 'service_extra_emoji' | 'zulip_extra_emoji';
  user_id: number;
}

export const applyReaction: Reducer<Event> = (state, event) => {
  const { op, message_id, emoji_name, emoji_code, reaction_type, user_id } = event;
  const message = state.messages.get(message_id);
  if (!message) {
    // Whose message it is, is not told.
    placeMessage(state, message_id, ({ kind }) => (kind === 'reactions' ? 'either' : 'as before'));
    return;
  }
  const others = message.reactions.filter(
    (each) => each.user_id !== user_id || each.emoji_code !== emoji_code || each.reaction_type !== reaction_type,
  );
  const own = { emoji_name, emoji_code, reaction_type, user_id };
  state.messages.set(message_id, { ...message, reactions: op === 'add' ? [...others, own] : others });
  placeMessage(state, message_id);
};
