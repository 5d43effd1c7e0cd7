import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { pseudo } from './pseudo.ts';

export type { Texts };

/** Our languages. `en-XA` and `ar-XB` are nobody's: the names under which browsers know made-up ones, the second from right to left. */
const languages: Record<string, () => Texts> = {
  en: () => en,
  de: () => de,
  'en-XA': () => pseudo(en),
  'ar-XB': () => pseudo(en),
};

/** The first of ours that the address asks for (`?language=`, for whoever looks at pages) or the browser prefers. */
function choose(wanted: readonly string[]): string {
  for (const tag of wanted) {
    const found = [tag, tag.split('-')[0]!].find((each) => each in languages);
    if (found) return found;
  }
  return 'en';
}

const asked = new URLSearchParams(location.search).get('language');

const wanted = [...(asked ? [asked] : []), ...navigator.languages];
const language = choose(wanted);

/** For `Intl`: the language of the texts as it is written where the reader is. Another one starts the page anew. */
export const locale = wanted.find((tag) => tag.split('-')[0] === language) ?? language;

export const texts: Texts = languages[language]!();

/** Words of an app's own, in the language of all others. */
export function inLanguage<T>({ en, de }: { en: T; de: T }): T {
  if (language === 'de') return de;
  return language === 'en' ? en : pseudo(en);
}

document.documentElement.lang = language;
document.documentElement.dir = language.startsWith('ar') ? 'rtl' : 'ltr';
