import catalogue from 'texts:chat/topics';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const topicsWords = inLanguage(catalogue);
