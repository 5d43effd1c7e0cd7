import type { Draft } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Event = { op: 'add'; drafts: Draft[] } | { op: 'update'; draft: Draft } | { op: 'remove'; draft_id: number };

export const applyDrafts: Reducer<Event> = (state, event) => {
  if (event.op === 'remove') state.drafts.delete(event.draft_id);
  else for (const draft of event.op === 'add' ? event.drafts : [event.draft]) state.drafts.set(draft.id, draft);
};
