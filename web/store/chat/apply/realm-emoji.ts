import type { RegisterQueueAnswer } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

interface Event {
  realm_emoji: RegisterQueueAnswer['realm_emoji'];
}

export const applyRealmEmoji: Reducer<Event> = (state, { realm_emoji }) => {
  state.fields.realm_emoji = realm_emoji;
};
