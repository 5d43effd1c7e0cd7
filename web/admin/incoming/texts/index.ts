import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type IncomingWords } from './en.ts';

export const incomingWords: IncomingWords = inLanguage<IncomingWords>({ en, de });
