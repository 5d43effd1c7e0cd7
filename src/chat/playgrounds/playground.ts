import { Type } from 'typebox';
import type { OwnedList } from '../owned-lists/owned-list.ts';

/** Site at which code of a language can be tried. */
export interface Playground {
  id: number;
  name: string;
  /** The name of its lexer, as in `data-code-language`. */
  language: string;
  /** RFC 6570, with `code` as its one variable. */
  urlTemplate: string;
}

/** A playground on the wire. */
export const PlaygroundObject = Type.Object(
  {
    id: Type.Integer({ description: 'Unique number of the playground.' }),
    name: Type.String({ description: 'Name of the playground.' }),
    pygments_language: Type.String({ description: 'Language of the code blocks that can be opened in it.' }),
    url_template: Type.String({ description: 'URI template (RFC 6570) with `code` as its only variable.' }),
  },
  { additionalProperties: false },
);

export function presentPlayground({ id, name, language, urlTemplate }: Playground) {
  return { id, name, pygments_language: language, url_template: urlTemplate };
}

/** Playgrounds of one organization: every client gets all. */
const MAX_PLAYGROUNDS = 200;

export const playgroundList: OwnedList<Playground> = {
  table: 'playgrounds',
  owner: null,
  key: 'id',
  columns: { id: 'id bigint', name: 'name text', language: 'language text', urlTemplate: 'url_template text' },
  order: 'id',
  max: { count: MAX_PLAYGROUNDS, error: `Too many playgrounds (limit: ${MAX_PLAYGROUNDS})` },
  missing: 'Invalid playground',
  exists: 'Realm playground with this Realm, Pygments language and Name already exists.',
  events: { type: 'realm_playgrounds', whole: (items) => ({ realm_playgrounds: items.map(presentPlayground) }) },
};
