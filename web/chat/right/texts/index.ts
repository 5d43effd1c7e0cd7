import catalogue from 'texts:chat/right';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const rightWords = inLanguage(catalogue);
