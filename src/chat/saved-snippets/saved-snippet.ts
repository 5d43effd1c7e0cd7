import { type Static, Type } from 'typebox';

/** Snippets that one person may have. */
export const MAX_SNIPPETS = 500;

/** What a snippet may be called, in characters. */
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
  { id: Type.Integer(), title: Type.String(), content: Type.String(), date_created: Type.Integer() },
  { additionalProperties: false },
);

export function presentSnippet({ id, title, content, createdAt }: SavedSnippet): Static<typeof SavedSnippetObject> {
  return { id, title, content, date_created: Math.floor(createdAt.getTime() / 1000) };
}
