import { de } from './de.ts';
import { en, type Texts } from './en.ts';
import { pseudo } from './pseudo.ts';

export type { Texts };

/** Every language of the pages, by its tag in lower case. `en-xa` shows what is not translated. */
export const texts: Readonly<Record<string, Texts>> = { en, de, 'en-xa': pseudo(en) };
