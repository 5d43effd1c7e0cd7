import catalogue from 'texts:chat/left';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the left side. */
export const leftWords = inLanguage(catalogue);
