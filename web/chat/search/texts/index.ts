import catalogue from 'texts:chat/search';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const searchWords = inLanguage(catalogue);
