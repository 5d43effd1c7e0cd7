import { type TextsOf, textsIn } from '../../platform/texts/texts.ts';

export type NoticeTexts = TextsOf<'bots/notices'>;

/** Returns what the bot says; values come as Markdown that is safe already. @param language the organization's, or the reader's */
export const noticeTexts = (language: string): NoticeTexts => textsIn('bots/notices', language);

/** Returns a text as a quotation in Markdown. */
export const quotation = (text: string): string => `> ${text.replaceAll('\n', '\n> ')}`;
