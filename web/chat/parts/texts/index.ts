import catalogue from 'texts:chat/parts';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of places that are nothing, and of leaving. */
export const partsWords = inLanguage(catalogue);
