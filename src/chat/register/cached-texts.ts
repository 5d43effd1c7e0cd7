import { Type } from 'typebox';
import { DraftObject, draftList, presentDraft } from '../drafts/draft.ts';
import { NavigationView, viewList } from '../navigation-views/navigation-view.ts';
import { loadItems } from '../owned-lists/access.ts';
import { presentSnippet, SavedSnippetObject, snippetList } from '../saved-snippets/saved-snippet.ts';
import { defineInitialState } from './initial-state.ts';

export const drafts = defineInitialState({
  types: ['drafts'],
  fields: { drafts: Type.Array(DraftObject, { description: "The caller's drafts, the newest first." }) },
  async load({ reader, caller }) {
    return { drafts: (await loadItems(reader, draftList, caller)).map(presentDraft) };
  },
});

export const savedSnippets = defineInitialState({
  types: ['saved_snippets'],
  fields: {
    saved_snippets: Type.Array(SavedSnippetObject, { description: "The caller's saved snippets, the oldest first." }),
  },
  async load({ reader, caller }) {
    return { saved_snippets: (await loadItems(reader, snippetList, caller)).map(presentSnippet) };
  },
});

export const navigationViews = defineInitialState({
  types: ['navigation_views'],
  fields: { navigation_views: Type.Array(NavigationView, { description: "The caller's navigation views." }) },
  async load({ reader, caller }) {
    return { navigation_views: await loadItems(reader, viewList, caller) };
  },
});
