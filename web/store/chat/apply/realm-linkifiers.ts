import type { Linkifier } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

export const applyRealmLinkifiers: Reducer<{ realm_linkifiers: Linkifier[] }> = (state, event) => {
  state.fields.realm_linkifiers = event.realm_linkifiers;
};
