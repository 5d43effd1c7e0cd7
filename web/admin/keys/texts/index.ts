import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type KeyWords } from './en.ts';

export const keyWords: KeyWords = inLanguage<KeyWords>({ en, de });
