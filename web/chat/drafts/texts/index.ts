import catalogue from 'texts:chat/drafts';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of the screen. */
export const draftsWords = inLanguage(catalogue);
