import catalogue from 'texts:chat/person';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const personWords = inLanguage(catalogue);
