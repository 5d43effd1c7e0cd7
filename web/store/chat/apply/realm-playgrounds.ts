import type { Playground } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

export const applyRealmPlaygrounds: Reducer<{ realm_playgrounds: Playground[] }> = (state, event) => {
  state.fields.realm_playgrounds = event.realm_playgrounds;
};
