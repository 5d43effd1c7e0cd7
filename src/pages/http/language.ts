import type { IncomingHttpHeaders } from 'node:http';
import { languageInCookie } from '../../platform/sessions/cookie.ts';
import { PAGE_LANGUAGES, pageTexts, type Texts } from '../texts/index.ts';

/** Language of an answer. */
export interface Language {
  /** For `lang` and `Intl`. */
  tag: string;
  texts: Texts;
}

/** Returns the supported language that somebody chose in the browser of a request, else the one that the browser prefers. */
export function languageIn(headers: Pick<IncomingHttpHeaders, 'accept-language' | 'cookie'>): Language {
  const chosen = preferredOf(PAGE_LANGUAGES, languageInCookie(headers));
  return languageOf(chosen ?? headers['accept-language']);
}

/** Returns the supported language that a browser prefers; English if it names none. */
export function languageOf(acceptLanguage: string | undefined): Language {
  const tag = preferredOf(PAGE_LANGUAGES, acceptLanguage) ?? 'en';
  return { tag, texts: pageTexts(tag) };
}

/** Returns the preferred one of some languages, given by lower-case tags (RFC 9110, 12.5.4). */
export function preferredOf<Tag extends string>(
  tags: readonly Tag[],
  acceptLanguage: string | undefined,
): Tag | undefined {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .slice(0, 20)
    .map((part) => {
      const [range = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = parameters.map((each) => /^\s*q=([\d.]+)$/.exec(each)?.[1]).find((each) => each !== undefined);
      return { range: range.trim(), quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality);
  for (const { range } of wanted) {
    const tag = [range, range.split('-')[0]].map((each) => tags.find((one) => one === each)).find(Boolean);
    if (tag !== undefined) return tag;
  }
  return undefined;
}
