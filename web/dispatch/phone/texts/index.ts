import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type PhoneWords } from './en.ts';

/** The words of signing a worker's phone in. */
export const phoneWords: PhoneWords = inLanguage<PhoneWords>({ en, de });
