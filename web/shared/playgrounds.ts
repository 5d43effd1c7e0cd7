import { UrlTemplate } from '../../rules/url-template.ts';
import type { Playground } from '../store/wire/chat.ts';

/** Returns the playgrounds for code of a language, as `data-code-language` names it. */
export function playgroundsFor(all: readonly Playground[], language: string | undefined): Playground[] {
  const wanted = language?.toLowerCase();
  return all.filter(({ pygments_language }) => pygments_language.toLowerCase() === wanted);
}

/**
 * Returns the address of a playground with a piece of code. Code that somebody wrote may say where a template with `{+code}`
 * leads: it is a link to the web, or none.
 */
export function playgroundAddress({ url_template }: Playground, code: string): string | undefined {
  const url = URL.parse(UrlTemplate.parse(url_template)?.expand({ code }) ?? '');
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.href : undefined;
}
