import type { UserStatus } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

/** The parts that changed; an empty text or emoji is none. */
interface Event {
  user_id: number;
  away?: boolean;
  status_text?: string;
  emoji_name?: string;
  emoji_code?: string;
  reaction_type?: string;
  /** 0: it stays. */
  clears_at?: number;
}

export const applyUserStatus: Reducer<Event> = (state, { user_id, ...event }) => {
  const { away, status_text, emoji_name, emoji_code, reaction_type, clears_at } = event;
  const after: UserStatus = { ...state.statuses.get(user_id) };
  if (away) after.away = true;
  else if (away === false) delete after.away;
  if (status_text) after.status_text = status_text;
  else if (status_text === '') delete after.status_text;
  if (emoji_name) Object.assign(after, { emoji_name, emoji_code, reaction_type });
  else if (emoji_name === '') {
    delete after.emoji_name;
    delete after.emoji_code;
    delete after.reaction_type;
  }
  if (clears_at) after.clears_at = clears_at;
  else if (clears_at === 0) delete after.clears_at;
  if (Object.keys(after).length === 0) state.statuses.delete(user_id);
  else state.statuses.set(user_id, after);
};
