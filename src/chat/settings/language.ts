import { badRequest } from '../http/errors.ts';

/** client: in lower case, as `de`, `pt-br` and `zh-hans`. */
const TAG = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8}){0,2}$/i;

/**
 * A language, as an IETF tag in the writing that clients know.
 * @throws {ChatError} `BAD_REQUEST`
 */
export function checkLanguage(given: string): string {
  const tag = given.replace('_', '-');
  const language = TAG.test(given) ? tag.split('-')[0]! : '';
  // A tag without a display name is not a language.
  const name = language && new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(language);
  if (!name) throw badRequest(`Invalid language '${given}'`);
  return tag.toLowerCase();
}

/** Returns a language's name in itself. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}
