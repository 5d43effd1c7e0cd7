/** Languages of SMS and tracking pages, by their tags. */
export const RECIPIENT_LANGUAGES = [
  ...['en', 'de', 'ar', 'cs', 'da', 'es', 'fi', 'fr'],
  ...['it', 'nl', 'pl', 'pt', 'sv', 'uk'],
];

/** Returns a language's name in that language. */
export function languageName(tag: string): string {
  return new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag;
}
