import catalogue from 'texts:chat/recent';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const recentWords = inLanguage(catalogue);
