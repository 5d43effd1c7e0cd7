import { inLanguage } from '../../shared/texts/index.ts';
import { de } from './de.ts';
import { en, type Words } from './en.ts';

export type { Words };

/** The words of the administration. */
export const words: Words = inLanguage<Words>({ en, de });
