import { type TextsOf, textsIn } from '../../../platform/texts/texts.ts';

export type EmailTexts = TextsOf<'mail/missed-messages'>;

/** Returns the words of e-mails of missed messages. @param language the organization's, or the reader's */
export const emailTexts = (language: string): EmailTexts => textsIn('mail/missed-messages', language);
