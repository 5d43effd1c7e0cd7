import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

/** The words of the table. */
export const words: Words = inLanguage<Words>({ en, de });
