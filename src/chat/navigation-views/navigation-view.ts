import { type Static, Type } from 'typebox';
import { badRequest } from '../http/errors.ts';
import type { OwnedList } from '../owned-lists/owned-list.ts';

/** Views that one person may have. */
const MAX_VIEWS = 100;

/** Views that every client has, under names of its own. */
const BUILT_IN = new Set([
  'inbox',
  'recent',
  'feed',
  'all',
  'drafts',
  'scheduled',
  'reminders',
  'narrow/is/starred',
  'narrow/is/mentioned',
  'narrow/is/followed',
  'narrow/is/unread',
  'narrow/is/dm',
  'narrow/has/reaction/sender/me',
]);

/** Address of a view: the part of a client's URL after the `#`. */
export const Fragment = Type.String({ minLength: 1, maxLength: 300 });
export const ViewName = Type.String({ maxLength: 60 });

/** A person's view, on the wire too. */
export const NavigationView = Type.Object(
  {
    fragment: Type.String({ description: "Address of the view: the part of the page's address after the `#`." }),
    is_pinned: Type.Boolean({ description: 'Whether the view is shown at the top.' }),
    name: Type.Union([Type.String(), Type.Null()], { description: 'Name of the view. Null: a built-in view.' }),
  },
  { additionalProperties: false },
);
export type NavigationView = Static<typeof NavigationView>;

/**
 * The name of a view as it is kept: built-in ones have none of their own, all others need one.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function readViewName(fragment: string, given: string | undefined): string | null {
  const name = given?.trim() ?? '';
  if (BUILT_IN.has(fragment)) {
    if (name !== '') throw badRequest('Built-in views cannot have a custom name.');
    return null;
  }
  if (name === '') throw badRequest('Custom view must have a valid name.');
  return name;
}

/** A person's views, by fragment. */
export const viewList: OwnedList<NavigationView> = {
  table: 'navigation_views',
  owner: 'user_id',
  key: 'fragment',
  columns: { fragment: 'fragment text', is_pinned: 'is_pinned boolean', name: 'name text' },
  order: 'fragment',
  max: { count: MAX_VIEWS, error: `You cannot have more than ${MAX_VIEWS} navigation views.` },
  missing: 'Navigation view does not exist.',
  exists: 'Navigation view already exists.',
  events: {
    type: 'navigation_view',
    added: ([navigation_view]) => ({ navigation_view }),
    updated: ({ fragment }, data) => ({ fragment, data }),
    removed: (fragment) => ({ fragment }),
  },
};
