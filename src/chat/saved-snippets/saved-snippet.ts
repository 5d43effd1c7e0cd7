import { type Static, Type } from 'typebox';
import type { OwnedList } from '../owned-lists/owned-list.ts';

/** Snippets that one person may have. */
const MAX_SNIPPETS = 500;

/** Title of a snippet, limited in characters. */
export const Title = Type.String({ maxLength: 60 });
export const Content = Type.String({ maxLength: 10_000 });

export interface SavedSnippet {
  id: number;
  title: string;
  content: string;
  createdAt: Date;
}

/** A saved snippet on the wire. */
export const SavedSnippetObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the snippet.' }),
    title: Type.String({ description: 'Title of the snippet, at most 60 characters.' }),
    content: Type.String({ description: 'Markdown of the snippet.' }),
    date_created: Type.Integer({ description: 'When the snippet was saved, in UNIX seconds.' }),
  },
  { additionalProperties: false },
);

export function presentSnippet({ id, title, content, createdAt }: SavedSnippet): Static<typeof SavedSnippetObject> {
  return { id, title, content, date_created: Math.floor(createdAt.getTime() / 1000) };
}

/** A person's snippets, the oldest first. */
export const snippetList: OwnedList<SavedSnippet> = {
  table: 'saved_snippets',
  owner: 'user_id',
  key: 'id',
  columns: { id: 'id bigint', title: 'title text', content: 'content text', createdAt: 'created_at timestamptz' },
  order: 'id',
  max: { count: MAX_SNIPPETS, error: `You cannot have more than ${MAX_SNIPPETS} saved snippets.` },
  missing: 'Saved snippet does not exist.',
  events: {
    type: 'saved_snippets',
    added: ([snippet]) => ({ saved_snippet: presentSnippet(snippet!) }),
    updated: (snippet) => ({ saved_snippet: presentSnippet(snippet) }),
    removed: (saved_snippet_id) => ({ saved_snippet_id }),
  },
};
