import { type Static, Type } from 'typebox';
import { badRequest } from '../http/errors.ts';

/** Views that one person may have. */
export const MAX_VIEWS = 100;

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

/** Where a view is: the part of a client's address after the `#`. */
export const Fragment = Type.String({ minLength: 1, maxLength: 300 });
export const ViewName = Type.String({ maxLength: 60 });

/** A person's view, on the wire too. */
export const NavigationView = Type.Object(
  { fragment: Type.String(), is_pinned: Type.Boolean(), name: Type.Union([Type.String(), Type.Null()]) },
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
