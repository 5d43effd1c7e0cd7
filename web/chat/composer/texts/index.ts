import catalogue from 'texts:chat/composer';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the composer. */
export const composerWords = inLanguage(catalogue);
