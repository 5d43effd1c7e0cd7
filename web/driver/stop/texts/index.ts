import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type StopWords } from './en.ts';

export const stopWords: StopWords = inLanguage<StopWords>({ en, de });
