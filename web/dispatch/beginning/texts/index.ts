import { inLanguage } from '../../../shared/texts/index.ts';
import { de } from './de.ts';
import { type BeginningWords, en } from './en.ts';

/** The words of the first steps. */
export const beginningWords: BeginningWords = inLanguage<BeginningWords>({ en, de });
