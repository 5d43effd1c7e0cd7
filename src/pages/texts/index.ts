import { pseudo } from '../../../rules/pseudo-language.ts';
import { memoized } from '../../platform/lazy.ts';
import { languagesOf, type TextsOf, textsIn } from '../../platform/texts/texts.ts';

/** Texts of the pages. */
export type Texts = TextsOf<'pages/account'> &
  TextsOf<'pages/openid'> &
  TextsOf<'pages/setup'> &
  TextsOf<'pages/pages'> & {
    publicPages: TextsOf<'pages/public'>;
    refusals: TextsOf<'pages/refusals'>;
  };

/** Shows what does not come from the catalogues. */
const MADE_UP = 'en-xa';

/** The languages of the pages, by their tags in lower case. */
export const PAGE_LANGUAGES: readonly string[] = [...languagesOf('pages/pages'), MADE_UP];

/** Returns what the pages say in one of their languages. */
export const pageTexts: (language: string) => Texts = memoized(100, (language: string): Texts => {
  if (language === MADE_UP) return pseudo(pageTexts('en'));
  return {
    ...textsIn('pages/account', language),
    ...textsIn('pages/openid', language),
    ...textsIn('pages/setup', language),
    ...textsIn('pages/pages', language),
    publicPages: textsIn('pages/public', language),
    refusals: textsIn('pages/refusals', language),
  };
});
