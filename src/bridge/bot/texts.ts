import { type TextsOf, textsIn } from '../../platform/texts/texts.ts';

export type BotTexts = TextsOf<'bots/deliveries'>;

/** Returns what the bot says in topics of tasks; values come as Markdown that is safe already. @param language the organization's, or the reader's */
export const botTexts = (language: string): BotTexts => textsIn('bots/deliveries', language);

export type CommandTexts = BotTexts['commands'];
