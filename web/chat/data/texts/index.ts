import catalogue from 'texts:chat/data';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of what cannot be done. */
export const dataWords = inLanguage(catalogue);
