import { Type } from 'typebox';
import { loadDraftsOf } from '../../drafts/access.ts';
import { DraftObject, presentDraft } from '../../drafts/draft.ts';
import { loadViewsOf } from '../../navigation-views/access.ts';
import { NavigationView } from '../../navigation-views/navigation-view.ts';
import { loadSnippetsOf } from '../../saved-snippets/access.ts';
import { presentSnippet, SavedSnippetObject } from '../../saved-snippets/saved-snippet.ts';
import { defineInitialState } from './initial-state.ts';

export const drafts = defineInitialState({
  types: ['drafts'],
  fields: { drafts: Type.Array(DraftObject) },
  async load({ reader, caller }) {
    return { drafts: (await loadDraftsOf(reader, caller.organizationId, caller.userId)).map(presentDraft) };
  },
});

export const savedSnippets = defineInitialState({
  types: ['saved_snippets'],
  fields: { saved_snippets: Type.Array(SavedSnippetObject) },
  async load({ reader, caller }) {
    return { saved_snippets: (await loadSnippetsOf(reader, caller.organizationId, caller.userId)).map(presentSnippet) };
  },
});

export const navigationViews = defineInitialState({
  types: ['navigation_views'],
  fields: { navigation_views: Type.Array(NavigationView) },
  async load({ reader, caller }) {
    return { navigation_views: await loadViewsOf(reader, caller.organizationId, caller.userId) };
  },
});
