import { type TextsOf, textsIn } from '../../../platform/texts/texts.ts';

export type DigestTexts = TextsOf<'mail/digest'>;

/** Returns the words of digests. @param language the organization's, or the reader's */
export const digestTexts = (language: string): DigestTexts => textsIn('mail/digest', language);
