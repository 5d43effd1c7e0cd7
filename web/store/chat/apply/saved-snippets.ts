import type { SavedSnippet } from '../../wire/chat.ts';
import type { Reducer } from '../state.ts';

type Event = { op: 'add' | 'update'; saved_snippet: SavedSnippet } | { op: 'remove'; saved_snippet_id: number };

export const applySavedSnippets: Reducer<Event> = (state, event) => {
  if (event.op === 'remove') state.savedSnippets.delete(event.saved_snippet_id);
  else state.savedSnippets.set(event.saved_snippet.id, event.saved_snippet);
};
