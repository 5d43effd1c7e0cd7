import catalogue from 'texts:chat/pane';
import { inLanguage } from '../../../shared/texts/index.ts';

/** The words of a conversation beside another app. */
export const paneWords = inLanguage(catalogue);
