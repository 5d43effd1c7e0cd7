import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type MessageWords } from './en.ts';

export const messageWords: MessageWords = inLanguage<MessageWords>({ en, de });
