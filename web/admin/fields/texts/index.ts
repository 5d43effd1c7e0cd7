import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type FieldWords } from './en.ts';

export const fieldWords: FieldWords = inLanguage<FieldWords>({ en, de });
