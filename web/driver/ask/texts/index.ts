import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { type AskWords, en } from './en.ts';

export const askWords: AskWords = inLanguage<AskWords>({ en, de });
