import catalogue, { type Words } from 'texts:shared/shared';
import { pseudo } from '../../../rules/pseudo-language.ts';

export type Texts = Words;

/** Catalogues in no real language, made of the English ones: the names under which browsers know them, the second from right to left. */
const MADE_UP = ['en-XA', 'ar-XB'];

/** Languages that the pages are written in. */
export const languages = Object.keys(catalogue);

/** The first of ours that the address asks for (`?language=`, for whoever looks at pages), that somebody chose in this browser, or that it prefers. */
function choose(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const found = [tag, tag.split('-')[0]!].find((each) => languages.includes(each) || MADE_UP.includes(each));
    if (found) return found;
  }
  return 'en';
}

/** Language that somebody chose in this browser, by a cookie: the server's own pages read it too. Undefined: as the browser prefers. */
export const chosenLanguage = /(?:^|; )hubbub-language=([^;]+)/.exec(document.cookie)?.[1];

const asked = new URLSearchParams(location.search).get('language') ?? '';

const language = choose([asked, chosenLanguage ?? '', ...navigator.languages]);

/** For `Intl`: the language of the texts as it is written where the reader is. Another one starts the page anew. */
export const locale = [asked, ...navigator.languages].find((tag) => tag.split('-')[0] === language) ?? language;

/** Returns the messages of a catalogue in the page's language; in English where that language lacks it. */
export function inLanguage<T>(catalogue: Readonly<Record<string, () => T>>): T {
  const messages = (catalogue[language] ?? catalogue.en!)();
  return MADE_UP.includes(language) ? pseudo(messages) : messages;
}

export const texts: Texts = inLanguage(catalogue);

document.documentElement.lang = language;
document.documentElement.dir = language.startsWith('ar') ? 'rtl' : 'ltr';
